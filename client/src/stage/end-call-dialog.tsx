import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

export interface EndCallDialogProps {
  /** This browser records the call. */
  readonly recording: boolean;
  readonly onStay: () => void;
  /** Ends the call and discards the recording. */
  readonly onEnd: () => void;
  readonly onSaveAndEnd: () => void;
}

/**
 * Before a call is ended by leaving it, or by hanging up while it is recorded: that warns that the recording will be lost
 * (specification M4).
 */
const EndCallDialog = ({ recording, onStay, onEnd, onSaveAndEnd }: EndCallDialogProps) => {
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
            <Trans>Stay in the call</Trans>
          </Button>
          {recording ? (
            <>
              <Button variant="dangerSoft" onClick={onEnd}>
                <Trans>End without saving</Trans>
              </Button>
              <Button onClick={onSaveAndEnd}>
                <Trans>Save and end</Trans>
              </Button>
            </>
          ) : (
            <Button variant="danger" onClick={onEnd}>
              <Trans>End call</Trans>
            </Button>
          )}
        </>
      }
    >
      {recording ? (
        <Trans>You’re recording this call. If you end it without saving, the recording will be lost.</Trans>
      ) : (
        <Trans>Leaving this page ends the call.</Trans>
      )}
    </Dialog>
  );
};

export default EndCallDialog;
