import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RecordingAccess } from '#client/api/queries/recordings.ts';
import { whileVisible } from '#client/ui/while-visible.ts';
import type { Film } from './film.ts';
import { createFilmPlayer, type FilmPlayer, type PlayerState } from './player.ts';
import { rememberedPosition, rememberPosition } from './positions.ts';

/** A position is kept so often while the film plays. */
const REMEMBER_MS = 5_000;

export interface UsePlayerOptions {
  /** The id of the recording. */
  readonly id: string;
  readonly film: Film;
  readonly access: RecordingAccess;
  /** Where the address says to start, in seconds; null: where it was left. */
  readonly start: number | null;
  /** Asks for other addresses of the files. */
  readonly refresh: () => Promise<RecordingAccess | undefined>;
}

const urlsOf = ({ files }: RecordingAccess): ReadonlyMap<string, string> =>
  new Map(files.map(({ id, url }) => [id, url]));

/** The player of a film, for as long as it is shown. Starts where the address says, or where the film was left. */
export function usePlayer({ id, film: { duration }, access, start, refresh }: UsePlayerOptions): FilmPlayer {
  const [player] = useState(() => {
    const made = createFilmPlayer({
      duration,
      start: start ?? rememberedPosition(localStorage, id),
      onFailed: () => {
        refresh().then(
          (fresh) => fresh && made.setUrls(urlsOf(fresh)),
          // The query says it; a network that is back asks again.
          () => {},
        );
      },
    });
    made.setUrls(urlsOf(access));
    return made;
  });
  useEffect(() => player.open(), [player]);
  useEffect(() => player.setUrls(urlsOf(access)), [player, access]);
  useEffect(() => {
    const remember = () => rememberPosition(localStorage, id, player.state.get().moment, duration);
    const stop = whileVisible(() => player.state.get().playing && remember(), REMEMBER_MS);
    window.addEventListener('pagehide', remember);
    return () => {
      stop();
      window.removeEventListener('pagehide', remember);
      remember();
    };
  }, [player, id, duration]);
  return player;
}

/** One value out of the player's state; renders when it changes. It has to be primitive, or kept in the state as it is. */
export const usePlayerValue = <Value>(player: FilmPlayer, read: (state: PlayerState) => Value): Value =>
  useSyncExternalStore(player.state.subscribe, () => read(player.state.get()));
