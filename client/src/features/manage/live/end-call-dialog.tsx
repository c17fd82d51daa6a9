import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import { useCallNames } from './call-name.ts';
import { noteClosing } from './closing.ts';
import { sendManagerRequest } from './send-manager-request.ts';
import { useManagerAction } from './use-manager-action.tsx';

export interface EndCallDialogProps {
  readonly call: ManagedCall;
  readonly onClose: () => void;
}

/** A call that has ended already is as good as ended by this. */
async function endCall(call: ManagedCall): Promise<void> {
  try {
    await sendManagerRequest('manage.endCall', { callId: call.callId });
    noteClosing(call);
  } catch (error) {
    if (error instanceof AppError && error.code === 'call-not-found') noteClosing(call);
    throw error;
  }
}

/** Asks before it ends a call for everyone in it. */
export const EndCallDialog = ({ call, onClose }: EndCallDialogProps) => {
  const { t } = useLingui();
  const names = useCallNames();
  const name = names.call(call);
  const { isPending, mutate } = useManagerAction(() => endCall(call), {
    done: <Trans>The call has ended.</Trans>,
    onClose,
  });
  return (
    <ConfirmDialog
      title={t`End this call?`}
      confirmLabel={t`End call`}
      dangerous
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <Trans>
        “{name}” ends at once for everyone in it. They are told that a manager ended it. This can’t be undone.
      </Trans>
    </ConfirmDialog>
  );
};
