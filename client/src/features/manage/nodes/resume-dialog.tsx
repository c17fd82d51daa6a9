import { Trans, useLingui } from '@lingui/react/macro';
import { shortNodeId } from '#client/features/manage/live/node-name.tsx';
import { sendManagerRequest } from '#client/features/manage/live/send-manager-request.ts';
import { useManagerAction } from '#client/features/manage/live/use-manager-action.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { ManagedNode } from '#protocol/signal/manage.ts';

export interface ResumeDialogProps {
  readonly node: ManagedNode;
  readonly onClose: () => void;
}

/** Asks before a drained media node takes new calls again. */
export const ResumeDialog = ({ node: { nodeId }, onClose }: ResumeDialogProps) => {
  const { t } = useLingui();
  const name = shortNodeId(nodeId);
  const { isPending, mutate } = useManagerAction(() => sendManagerRequest('manage.resumeNode', { nodeId }), {
    done: <Trans>{name} takes new calls again.</Trans>,
    onClose,
  });
  return (
    <ConfirmDialog
      title={t`Let ${name} take new calls again?`}
      confirmLabel={t`Resume`}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <Trans>New calls can start on it from now on.</Trans>
    </ConfirmDialog>
  );
};
