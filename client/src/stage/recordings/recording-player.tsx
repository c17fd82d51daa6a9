import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, Film, MonitorUp, Video } from 'lucide-react';
import { useRef, useState } from 'react';
import { openRecording, type Recording, type RecordingFile } from '#client/api/queries/recordings.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { sizeText, sourceText } from './state-text.ts';

const ICONS = { camera: Video, screen: MonitorUp, playback: Film } as const;

export interface RecordingPlayerProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

/** Plays what was recorded, one person at a time; from one to the next it goes on at the same moment of the call. */
const RecordingPlayer = ({ recording, onClose }: RecordingPlayerProps) => {
  const { t } = useLingui();
  const { files } = recording;
  const [chosenId, setChosenId] = useState(files[0]?.id);
  const chosen = files.find(({ id }) => id === chosenId) ?? files[0];
  /** The file was reached by playing the one before it. */
  const [goesOn, setGoesOn] = useState(false);
  /** Seconds from the start of the recording. */
  const moment = useRef(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', recording.id, 'access'],
    queryFn: () => openRecording(recording.id),
    // The addresses are good for a while only: fresh ones each time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = data?.files.find(({ id }) => id === chosen?.id);
  return (
    <Dialog
      title={recording.name}
      width="60rem"
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1fr) 18rem' }}>
        <chakra.div
          aspectRatio="16 / 9"
          minW="0"
          display="grid"
          placeItems="center"
          overflow="hidden"
          borderRadius="lg"
          bg="black"
          color="white"
        >
          {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
          {!address && !error && <Spinner size="2rem" label={t`Loading`} />}
          {address && chosen && (
            <Player
              key={address.url}
              file={chosen}
              url={address.url}
              moment={moment.current}
              onMoment={(seconds) => {
                moment.current = seconds;
              }}
              onFailed={() => void refetch()}
              goesOn={goesOn}
              onEnded={() => {
                const next = fileAfter(files, chosen);
                if (!next) return;
                setGoesOn(true);
                setChosenId(next.id);
              }}
            />
          )}
        </chakra.div>
        <chakra.ul
          aria-label={t`Files`}
          listStyleType="none"
          m="0"
          p="0"
          display="grid"
          alignContent="start"
          gap="2"
          maxH="24rem"
          overflowY="auto"
        >
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              chosen={file.id === chosen?.id}
              downloadUrl={data?.files.find(({ id }) => id === file.id)?.downloadUrl}
              onChoose={() => {
                setGoesOn(false);
                setChosenId(file.id);
              }}
            />
          ))}
        </chakra.ul>
      </chakra.div>
    </Dialog>
  );
};

interface PlayerProps {
  readonly file: RecordingFile;
  readonly url: string;
  /** Where to begin, in seconds from the start of the recording. */
  readonly moment: number;
  readonly onMoment: (seconds: number) => void;
  /** The address is no longer good, or the server is away. */
  readonly onFailed: () => void;
  /** Plays by itself. */
  readonly goesOn: boolean;
  readonly onEnded: () => void;
}

/** What follows of the same person and of the same kind: a file ends where the size or the codec changes. */
const fileAfter = (files: readonly RecordingFile[], file: RecordingFile): RecordingFile | undefined =>
  files.find(
    ({ name, source, offset }) => name === file.name && source === file.source && offset > file.offset,
  );

const Player = ({ file, url, moment, onMoment, onFailed, goesOn, onEnded }: PlayerProps) => {
  const { t } = useLingui();
  const name = useNamed()({ kind: null, name: file.name });
  const begin = Math.min(Math.max(0, moment - file.offset), file.duration);
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people said in a call has no captions
    <video
      data-testid="recording-video"
      aria-label={t`Recording of ${name}`}
      src={url}
      controls
      playsInline
      preload="metadata"
      style={{ width: '100%', height: '100%', minHeight: 0, objectFit: 'contain' }}
      onLoadedMetadata={({ currentTarget }) => {
        if (begin > 0) currentTarget.currentTime = begin;
      }}
      onTimeUpdate={({ currentTarget }) => {
        if (currentTarget.currentTime > 0) onMoment(file.offset + currentTarget.currentTime);
      }}
      autoPlay={goesOn}
      onEnded={onEnded}
      onError={onFailed}
    />
  );
};

interface FileRowProps {
  readonly file: RecordingFile;
  readonly chosen: boolean;
  readonly downloadUrl: string | undefined;
  readonly onChoose: () => void;
}

const FileRow = ({ file, chosen, downloadUrl, onChoose }: FileRowProps) => {
  const { t, i18n } = useLingui();
  const Icon = ICONS[file.source];
  const name = useNamed()({ kind: null, name: file.name });
  const from = formatDuration(file.offset);
  const duration = formatDuration(file.duration);
  return (
    <chakra.li display="flex" alignItems="center" gap="1">
      <chakra.button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        flex="1"
        minW="0"
        display="flex"
        alignItems="center"
        gap="3"
        px="3"
        py="2"
        borderRadius="md"
        textAlign="start"
        cursor="pointer"
        bg={chosen ? 'primary.subtle' : undefined}
        color={chosen ? 'primary.onSubtle' : 'ink'}
        transition="background-color 120ms"
        _hover={{ bg: chosen ? 'primary.subtle' : 'contents.hover' }}
        _focusVisible={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' }}
      >
        <Icon size={18} aria-hidden />
        <chakra.span minW="0" flex="1">
          <chakra.span display="block" fontWeight="medium" truncate>
            {file.name}
          </chakra.span>
          <chakra.span display="block" textStyle="caption" color={chosen ? undefined : 'ink.muted'}>
            {i18n._(sourceText[file.source])}
            <br />
            <Trans>
              Starts at {from} · {duration}
            </Trans>
            {` · ${sizeText(file.bytes)}`}
          </chakra.span>
        </chakra.span>
      </chakra.button>
      {downloadUrl && (
        <chakra.a
          href={downloadUrl}
          download
          aria-label={t`Download the file of ${name}`}
          data-testid="recording-download"
          display="grid"
          placeItems="center"
          boxSize="10"
          flexShrink="0"
          borderRadius="md"
          color="ink.muted"
          _hover={{ bg: 'contents.hover', color: 'ink' }}
          _focusVisible={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' }}
        >
          <Download size={18} aria-hidden />
        </chakra.a>
      )}
    </chakra.li>
  );
};

export default RecordingPlayer;
