import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { callApi } from '#client/api/call-api.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { SettingsPanel } from './settings-panel.tsx';

export interface PasswordLinkProps {
  readonly isAdmin: boolean;
  readonly mail: string;
}

/** The password is changed by a mailed link, as a forgotten one is. */
export const PasswordLink = ({ isAdmin, mail }: PasswordLinkProps) => {
  const { t, i18n } = useLingui();
  const body = { email: mail };
  const request = useMutation({
    mutationFn: async () => {
      if (isAdmin) await callApi('admins.reset', { body });
      else await callApi('users.resetManager', { body });
    },
  });
  return (
    <SettingsPanel title={t`Password`}>
      <p>
        <Trans>We’ll send a link to {mail} to set a new password. It expires in 1 hour.</Trans>
      </p>
      {request.isSuccess && (
        <Banner tone="success">
          <Trans>E-mail sent to {mail}</Trans>
        </Banner>
      )}
      {request.error && <Banner tone="error">{i18n._(textOfError(request.error))}</Banner>}
      <div>
        <Button variant="outline" size="sm" loading={request.isPending} onClick={() => request.mutate()}>
          <KeyRound aria-hidden />
          <Trans>Send me the link</Trans>
        </Button>
      </div>
    </SettingsPanel>
  );
};
