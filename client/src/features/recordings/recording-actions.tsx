import { Trans, useLingui } from '@lingui/react/macro';
import { Play, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { deleteItem } from '#client/api/call-api.ts';
import { isSettled, type Recording } from '#client/api/queries/recordings.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { IconButton } from '#client/ui/icon-button.tsx';

const RecordingPlayer = lazy(() => import('#client/stage/recordings/recording-player.tsx'));

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
  const { t } = useLingui();
  return (
    <ConfirmChange
      title={t`Delete the recording of “${recording.name}”?`}
      confirmLabel={t`Delete`}
      queryKey="recordings"
      change={() => deleteItem('recordings', recording.id)}
      done={<Trans>Recording deleted</Trans>}
      onClose={onClose}
    >
      <Trans>It is deleted for everyone, with all its files. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
