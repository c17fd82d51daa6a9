import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

export interface PendingMailProps {
  readonly userId: string;
  readonly mail: string;
}

/** A new address that waits until its link is opened; the present one stays in use meanwhile. */
export const PendingMail = ({ userId, mail }: PendingMailProps) => {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey });
  const resend = useMutation({
    mutationFn: () => callApi('users.resendLink', { parameters: { id: userId } }),
    onSuccess: () => showSnackbar('success', <Trans>Link sent to {mail} again</Trans>),
    // It may have been confirmed or withdrawn elsewhere.
    onError: readAgain,
  });
  const withdraw = useMutation({
    mutationFn: () => callApi('users.withdrawMail', { parameters: { id: userId } }),
    onSettled: readAgain,
  });
  const error = resend.error ?? withdraw.error;
  return (
    <>
      <Banner
        tone="info"
        action={
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button
              type="button"
              variant="outline"
              size="sm"
              loading={resend.isPending}
              onClick={() => resend.mutate()}
            >
              <Trans>Send link again</Trans>
            </Button>
            <Button
              type="button"
              variant="outline"
              size="sm"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              <Trans>Cancel change</Trans>
            </Button>
          </chakra.div>
        }
      >
        <Trans>We sent a link to {mail}. Your address changes when you open it.</Trans>
      </Banner>
      {error && <Banner tone="error">{i18n._(textOfError(error))}</Banner>}
    </>
  );
};
