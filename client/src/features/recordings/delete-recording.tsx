import { Trans, useLingui } from '@lingui/react/macro';
import { deleteItem } from '#client/api/call-api.ts';
import type { Recording } from '#client/api/queries/recordings.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';

export interface DeleteRecordingProps {
  readonly recording: Recording;
  readonly onDeleted?: () => void;
  /** Cancelled, done or failed. */
  readonly onClose: () => void;
}

export const DeleteRecording = ({ recording, onDeleted, onClose }: DeleteRecordingProps) => {
  const { t } = useLingui();
  return (
    <ConfirmChange
      title={t`Delete the recording of “${recording.name}”?`}
      confirmLabel={t`Delete`}
      queryKey="recordings"
      change={async () => {
        await deleteItem('recordings', recording.id);
        onDeleted?.();
      }}
      done={<Trans>Recording deleted</Trans>}
      onClose={onClose}
    >
      <Trans>It is deleted for everyone, with all its files. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
