import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RecordingAccess, WatchedRecording } from '#client/api/queries/recordings.ts';
import { canFullscreen, useFullscreen } from '#client/stage/use-fullscreen.ts';
import { filmOf } from './film.ts';
import { FilmChapters } from './film-chapters.tsx';
import { BesideChat } from './film-chat.tsx';
import { FilmControls } from './film-controls.tsx';
import { FilmFiles } from './film-files.tsx';
import { FilmStage } from './film-stage.tsx';
import { FilmTimeline } from './film-timeline.tsx';
import type { FilmLayout } from './scene.ts';
import { useFilmKeys } from './use-film-keys.ts';
import { usePlayer } from './use-player.ts';

export interface RecordingFilmProps {
  readonly recording: WatchedRecording;
  readonly access: RecordingAccess;
  /** Asks for other addresses of the files. */
  readonly refresh: () => Promise<RecordingAccess | undefined>;
  /** Between the chapters and the files. */
  readonly children?: ReactNode;
}

/** `?t=90` and `?t=1:30` start a minute and a half after the beginning. */
const startIn = (query: URLSearchParams): number | null => {
  const text = query.get('t') ?? '';
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return text !== '' && Number.isFinite(seconds) ? seconds : null;
};

/** All members of a recorded call, played in step; below it what happened when, and the files. */
export const RecordingFilm = ({ recording, access, refresh, children }: RecordingFilmProps) => {
  const { t } = useLingui();
  // Other addresses are no other film: its media would load again.
  const [film] = useState(() => filmOf(recording, access.files));
  const [query] = useSearchParams();
  const player = usePlayer({ id: recording.id, film, access, start: startIn(query), refresh });
  const [layout, setLayout] = useState<FilmLayout>('grid');
  const { fullscreen, toggle } = useFullscreen();
  const toggleFullscreen = canFullscreen() ? toggle : null;
  useFilmKeys(player, toggleFullscreen);
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
      <BesideChat recordingId={recording.id} messagesUrl={access.messagesUrl} player={player}>
        <chakra.section
          aria-label={t`Player`}
          data-testid="film-player"
          className="dark"
          colorScheme="dark"
          bg="stage"
          color="stage.ink"
          display="flex"
          flexDirection="column"
          {...(fullscreen
            ? { position: 'fixed', inset: '0', zIndex: 'overlay' }
            : { borderRadius: 'lg', overflow: 'hidden' })}
        >
          <FilmStage film={film} player={player} layout={layout} fullscreen={fullscreen} />
          <chakra.div
            display="grid"
            gridTemplateColumns="minmax(0, 1fr)"
            gap="2"
            px={{ base: '3', md: '4' }}
            pb="3"
            flexShrink="0"
          >
            <FilmControls
              player={player}
              duration={film.duration}
              layout={layout}
              onLayout={setLayout}
              fullscreen={fullscreen}
              onFullscreen={toggleFullscreen}
            />
            <FilmTimeline film={film} player={player} />
          </chakra.div>
        </chakra.section>
      </BesideChat>
      <FilmChapters film={film} player={player} />
      {children}
      <FilmFiles recording={recording} access={access} />
    </chakra.div>
  );
};
