import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { Held } from '#client/ui/leave-guard.ts';

export interface LeaveDialogProps {
  readonly held: Held;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export const LeaveDialog = ({ held, ...answers }: LeaveDialogProps) => {
  const { t } = useLingui();
  return held === 'recording' ? (
    <ConfirmDialog title={t`Leave the call?`} confirmLabel={t`Leave`} dangerous {...answers}>
      <Trans>
        You are recording it. The recording ends when you leave, and what there is of it is saved.
      </Trans>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={t`Leave without applying the changes?`}
      confirmLabel={t`Leave the page`}
      dangerous
      {...answers}
    >
      <Trans>What you have changed here will be lost.</Trans>
    </ConfirmDialog>
  );
};
