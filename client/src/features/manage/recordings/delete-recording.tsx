import { Trans, useLingui } from '@lingui/react/macro';
import { deleteItem, type Tagged } from '#client/api/call-api.ts';
import type { Recording } from '#client/api/queries/recordings.ts';
import { TypeNameDialog } from '#client/features/manage/form/type-name-dialog.tsx';

export interface DeleteRecordingProps {
  readonly version: Tagged<Recording>;
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/** What people said in a call is gone for good: the name has to be typed. */
export const DeleteRecording = ({ version: { item, etag }, onDeleted, onClose }: DeleteRecordingProps) => {
  const { t } = useLingui();
  return (
    <TypeNameDialog
      title={t`Delete the recording of “${item.name}”?`}
      name={item.name}
      confirmLabel={t`Delete`}
      queryKey="recordings"
      change={async () => {
        await deleteItem('recordings', item.id, { ifMatch: etag });
        onDeleted?.();
      }}
      done={<Trans>Recording deleted</Trans>}
      onClose={onClose}
    >
      <p>
        <Trans>It is deleted for everyone, with all its files. This can’t be undone.</Trans>
      </p>
    </TypeNameDialog>
  );
};
