import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { pairName } from '#client/api/pair-name.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** Mails an invitation again: its link expires, and mails get lost. */
export const ResendButton = ({ pair }: { readonly pair: Pair }) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const name = pairName(pair);
  const resend = useMutation({
    mutationFn: () => callApi('pairs.resendInvitation', { parameters: { id: pair.id } }),
    onSuccess: () => showSnackbar('success', <Trans>Invitation sent to {name} again</Trans>),
    onError: async (error) => {
      showSnackbar('error', i18n._(textOfError(error)));
      // It may have been approved or deleted meanwhile.
      await queryClient.invalidateQueries({ queryKey: ['pairs'] });
    },
  });
  return (
    <IconButton
      label={t`Send the invitation to ${name} again`}
      size="sm"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      <MailPlus aria-hidden />
    </IconButton>
  );
};
