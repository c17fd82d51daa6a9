import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { callApi } from '#client/api/call-api.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { type Pending, SettingsSection } from './settings-section.tsx';

export interface PasswordSettingsProps {
  readonly mail: string;
  readonly pending: Pending;
}

/** The password is changed by a mailed link, as a forgotten one is. */
export const PasswordSettings = ({ mail, pending }: PasswordSettingsProps) => {
  const { t } = useLingui();
  const request = useMutation({
    mutationFn: () => callApi('users.reset', { body: { email: mail } }),
  });
  return (
    <SettingsSection
      title={t`Password`}
      lead={<Trans>We’ll send a link to {mail} to set a new password. It expires in 1 hour.</Trans>}
      waiting={pending.modified !== null}
    >
      {request.isSuccess && (
        <Banner tone="success">
          <Trans>E-mail sent to {mail}</Trans>
        </Banner>
      )}
      {request.error && (
        <Banner tone="error">
          <Trans>The e-mail to change the password couldn’t be sent.</Trans>
        </Banner>
      )}
      <div>
        <Button variant="outline" loading={request.isPending} onClick={() => request.mutate()}>
          <KeyRound aria-hidden />
          <Trans>Send me the link</Trans>
        </Button>
      </div>
    </SettingsSection>
  );
};
