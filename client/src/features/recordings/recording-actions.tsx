import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { deleteItem } from '#client/api/call-api.ts';
import { isSettled, type Recording } from '#client/api/queries/recordings.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

const RecordingPlayer = lazy(() => import('./recording-player.tsx'));

/** What can be done with a recording. */
export const RecordingActions = ({ recording }: { readonly recording: Recording }) => {
  const { t } = useLingui();
  const [open, setOpen] = useState<'play' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { name, start } = recording;
  const at = shortTimeText(start, useLanguage());
  if (!isSettled(recording)) return null;
  return (
    <>
      {recording.files.length > 0 && (
        <Button size="sm" variant="soft" aria-label={t`Play ${name}, ${at}`} onClick={() => setOpen('play')}>
          <Play aria-hidden />
          <Trans>Play</Trans>
        </Button>
      )}
      <IconButton label={t`Delete ${name}, ${at}`} size="sm" onClick={() => setOpen('delete')}>
        <Trash2 />
      </IconButton>
      {open === 'play' && (
        <Suspense fallback={null}>
          <RecordingPlayer recording={recording} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteRecording recording={recording} onClose={close} />}
    </>
  );
};

const DeleteRecording = ({
  recording,
  onClose,
}: {
  readonly recording: Recording;
  readonly onClose: () => void;
}) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteItem('recordings', recording.id),
    onSuccess: () => showSnackbar('success', <Trans>Recording deleted</Trans>),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['recordings'] });
    },
  });
  return (
    <ConfirmDialog
      title={t`Delete the recording of “${recording.name}”?`}
      confirmLabel={t`Delete`}
      dangerous
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Trans>It is deleted for everyone, with all its files. This can’t be undone.</Trans>
    </ConfirmDialog>
  );
};
