import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { WaitingMail, type WaitingMailProps } from '#client/features/manage/form/waiting-mail.tsx';
import { FactList } from '#client/features/manage/shell/fact-list.tsx';
import { Button } from '#client/ui/button.tsx';
import { SettingsPanel } from './settings-panel.tsx';

export interface AccountPanelProps extends Pick<WaitingMailProps, 'queryKey' | 'resend' | 'withdraw'> {
  /** What is known of the account, as `Fact`. */
  readonly facts: ReactNode;
  /** A new address that is not confirmed yet. */
  readonly pendingEmail: string | null;
  readonly onEdit: () => void;
}

/** The own account, and its address that waits for confirmation. */
export const AccountPanel = ({ facts, pendingEmail, onEdit, ...waiting }: AccountPanelProps) => {
  const { t } = useLingui();
  return (
    <SettingsPanel title={t`Account`}>
      <FactList>{facts}</FactList>
      {pendingEmail !== null && (
        <WaitingMail tone="info" mail={pendingEmail} {...waiting}>
          <Trans>We sent a link to {pendingEmail}. Your address changes when you open it.</Trans>
        </WaitingMail>
      )}
      <div>
        <Button variant="outline" size="sm" onClick={onEdit}>
          <Pencil aria-hidden />
          <Trans>Edit</Trans>
        </Button>
      </div>
    </SettingsPanel>
  );
};
