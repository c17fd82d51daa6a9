import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FileArchive, Film, MonitorUp, Video } from 'lucide-react';
import type { RecordingAccess, RecordingFile, WatchedRecording } from '#client/api/queries/recordings.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { sizeText, sourceText } from '#client/stage/recordings/state-text.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { Section } from '#client/ui/section.tsx';

const ICONS = { camera: Video, screen: MonitorUp, playback: Film } as const;

export interface FilmFilesProps {
  readonly recording: WatchedRecording;
  readonly access: RecordingAccess;
}

/** Every file of the recording, to be kept. */
export const FilmFiles = ({ recording, access }: FilmFilesProps) => {
  const { t } = useLingui();
  const urls = new Map(access.files.map(({ id, downloadUrl }) => [id, downloadUrl]));
  return (
    <Section
      title={t`Files`}
      actions={
        access.files.length + access.films.length > 1 && (
          <Button size="sm" variant="soft" asChild>
            <a href={access.archiveUrl} download>
              <FileArchive aria-hidden />
              <Trans>Download all (ZIP)</Trans>
            </a>
          </Button>
        )
      }
    >
      <List aria-label={t`Files`}>
        {recording.files.map((file) => (
          <FileRow key={file.id} file={file} downloadUrl={urls.get(file.id)} />
        ))}
      </List>
    </Section>
  );
};

interface FileRowProps {
  readonly file: RecordingFile;
  readonly downloadUrl: string | undefined;
}

const FileRow = ({ file, downloadUrl }: FileRowProps) => {
  const { t, i18n } = useLingui();
  const Icon = ICONS[file.source];
  const name = useNamed()({ kind: null, name: file.name });
  const from = formatDuration(file.offset);
  const duration = formatDuration(file.duration);
  return (
    <ListRow
      leading={<Icon size={20} aria-hidden />}
      title={file.name}
      details={
        <chakra.span minW="0">
          {i18n._(sourceText[file.source])}
          {' · '}
          <Trans>
            Starts at {from} · {duration}
          </Trans>
          {` · ${sizeText(file.bytes)}`}
        </chakra.span>
      }
      trailing={
        downloadUrl && (
          <IconButton label={t`Download the file of ${name}`} data-testid="recording-download" asChild>
            <a href={downloadUrl} download>
              <Download aria-hidden />
            </a>
          </IconButton>
        )
      }
    />
  );
};
