import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { callApi } from '#client/api/call-api.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';

/** Mails the verification link again. */
export const ResendVerification = ({ mail }: { readonly mail: string }) => {
  const { i18n } = useLingui();
  const resend = useMutation({
    mutationFn: () => callApi('users.resendVerification', { body: { email: mail } }),
  });
  return (
    <>
      {resend.isSuccess && (
        <Banner tone="success">
          <Trans>E-mail sent again. It can take a minute to arrive. Check your spam folder too.</Trans>
        </Banner>
      )}
      {resend.error && <Banner tone="error">{i18n._(textOfError(resend.error))}</Banner>}
      <Button variant="outline" loading={resend.isPending} onClick={() => resend.mutate()}>
        <MailCheck aria-hidden />
        <Trans>Send again</Trans>
      </Button>
    </>
  );
};
