import { Trans, useLingui } from '@lingui/react/macro';
import { Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isSettled, type Recording } from '#client/api/queries/recordings.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { DeleteRecording } from './delete-recording.tsx';

/** What can be done with a recording. */
export const RecordingActions = ({ recording }: { readonly recording: Recording }) => {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState(false);
  const { id, name, start } = recording;
  const at = shortTimeText(start, useLanguage());
  if (!isSettled(recording)) return null;
  return (
    <>
      {recording.files.length > 0 && (
        <Button size="sm" variant="soft" asChild>
          <Link to={`/user/recordings/${id}`} aria-label={t`Play ${name}, ${at}`}>
            <Play aria-hidden />
            <Trans>Play</Trans>
          </Link>
        </Button>
      )}
      <IconButton label={t`Delete ${name}, ${at}`} size="sm" onClick={() => setDeleting(true)}>
        <Trash2 />
      </IconButton>
      {deleting && <DeleteRecording recording={recording} onClose={() => setDeleting(false)} />}
    </>
  );
};
