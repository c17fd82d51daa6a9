import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { shortNodeId } from '#client/features/manage/live/node-name.tsx';
import { sendManagerRequest } from '#client/features/manage/live/send-manager-request.ts';
import { useManagerAction } from '#client/features/manage/live/use-manager-action.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { ManagedNode } from '#protocol/signal/manage.ts';

export interface DrainDialogProps {
  readonly node: ManagedNode;
  /** No other node takes new rooms. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}

/** Asks before a media node takes no new calls any more. */
export const DrainDialog = ({ node, isLast, onClose }: DrainDialogProps) => {
  const { t } = useLingui();
  const { nodeId } = node;
  const name = shortNodeId(nodeId);
  const [moveRooms, setMoveRooms] = useState(false);
  const { isPending, mutate } = useManagerAction(
    () =>
      sendManagerRequest('manage.drainNode', {
        nodeId,
        moveRooms: moveRooms && !isLast,
        ...(isLast && { evenIfLast: true }),
      }),
    { done: <Trans>{name} takes no new calls.</Trans>, onClose },
  );
  return (
    <ConfirmDialog
      title={t`Drain ${name}?`}
      confirmLabel={t`Drain`}
      dangerous={isLast}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <chakra.div display="grid" gap="3">
        <Trans>
          It takes no new calls until you resume it, even after a restart. Calls in progress continue.
        </Trans>
        {isLast ? (
          <Banner tone="warning">
            <Trans>No other media node takes new calls. Until one does, no group call can start.</Trans>
          </Banner>
        ) : (
          <Checkbox checked={moveRooms} onChange={(event) => setMoveRooms(event.target.checked)}>
            <Trans>Move the calls in progress to other nodes now</Trans>
          </Checkbox>
        )}
      </chakra.div>
    </ConfirmDialog>
  );
};
