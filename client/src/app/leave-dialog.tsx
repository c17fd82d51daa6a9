import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';

export interface LeaveDialogProps {
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export const LeaveDialog = (answers: LeaveDialogProps) => {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Leave without applying the changes?`}
      confirmLabel={t`Leave page`}
      cancelLabel={t`Stay on the page`}
      dangerous
      {...answers}
    >
      <Trans>Your changes will be lost.</Trans>
    </ConfirmDialog>
  );
};
