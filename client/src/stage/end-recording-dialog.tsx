import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

export interface EndRecordingDialogProps {
  readonly onStay: () => void;
  readonly onSave: () => void;
  readonly onLose: () => void;
}

/** Ending a call while recording warns that the recording will be lost (product.md, section 4). */
const EndRecordingDialog = ({ onStay, onSave, onLose }: EndRecordingDialogProps) => {
  const { t } = useLingui();
  return (
    <Dialog
      role="alertdialog"
      title={t`End the call?`}
      width="36rem"
      onClose={onStay}
      actions={
        <>
          <Button variant="outline" onClick={onStay} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="dangerSoft" onClick={onLose}>
            <Trans>End without saving</Trans>
          </Button>
          <Button onClick={onSave}>
            <Trans>Save and end</Trans>
          </Button>
        </>
      }
    >
      <Trans>You are recording this call. If you end it without saving, the recording will be lost.</Trans>
    </Dialog>
  );
};

export default EndRecordingDialog;
