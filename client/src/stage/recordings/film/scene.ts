import type { Film, FilmPart, FilmTrack } from './film.ts';
import { isWithin, spanAt } from './spans.ts';

export type FilmLayout = 'grid' | 'speaker';

export interface FilmTile {
  readonly part: FilmPart;
  /** The file whose picture is seen; null: the avatar. */
  readonly picture: string | null;
  readonly speaking: boolean;
}

export interface Scene {
  readonly tiles: readonly FilmTile[];
  /** Key of the large one; null: a grid. */
  readonly front: string | null;
}

/** A media element that has to be there. */
export interface WantedTrack {
  readonly track: FilmTrack;
  /** Only its sound: there are enough pictures. */
  readonly soundOnly: boolean;
}

/** Shorter sounds don't bring anyone to the front: a cough, a click. */
const SAID_SOMETHING_S = 0.8;
/** Files are opened so many seconds before they begin. */
const AHEAD_S = 10;
/** Browsers decode a limited number of videos at once. */
const MAX_VIDEOS = 16;

/** When someone began to speak last; minus infinity if never so far. */
function lastSpoke({ spoken }: FilmPart, moment: number): number {
  const began = spoken?.findLast(([from, to]) => from <= moment && to - from >= SAID_SOMETHING_S)?.[0];
  return began ?? Number.NEGATIVE_INFINITY;
}

const isCamera = ({ source }: FilmPart): boolean => source === 'camera';

/** The parts in the order of interest: what is shared, then who spoke last; otherwise as they came. */
const byInterest = (parts: readonly FilmPart[], moment: number): readonly FilmPart[] => [
  ...parts.filter((part) => !isCamera(part)),
  ...parts
    .filter(isCamera)
    .map((part) => ({ part, spoke: lastSpoke(part, moment) }))
    .sort((one, other) => (one.spoke === other.spoke ? 0 : other.spoke - one.spoke))
    .map(({ part }) => part),
];

/** Key of the large tile: what was shared last, else, where the layout wants one, who spoke last. */
function frontOf(present: readonly FilmPart[], moment: number, layout: FilmLayout): string | null {
  if (present.length < 2) return null;
  const beganAt = (part: FilmPart) => spanAt(part.present, moment)?.[0] ?? 0;
  const [shared] = present
    .filter((part) => !isCamera(part))
    .sort((one, other) => beganAt(other) - beganAt(one));
  if (shared) return shared.key;
  return layout === 'speaker' ? (byInterest(present, moment)[0]?.key ?? null) : null;
}

/** Who is in the picture at a moment, and how. */
export function sceneAt({ parts, tracks }: Film, moment: number, layout: FilmLayout): Scene {
  const present = parts.filter((part) => isWithin(part.present, moment));
  return {
    front: frontOf(present, moment, layout),
    tiles: present.map((part) => ({
      part,
      speaking: isWithin(part.spoken ?? [], moment),
      picture:
        tracks.find(
          ({ tile, hasPicture, shown }) => tile === part.key && hasPicture && isWithin(shown, moment),
        )?.id ?? null,
    })),
  };
}

/** The tiles that fit, in their order. The one in front and the latest speakers are preferred. */
export function tilesThatFit({ tiles, front }: Scene, moment: number, room: number): readonly FilmTile[] {
  if (tiles.length <= room) return tiles;
  const parts = byInterest(
    tiles.map(({ part }) => part),
    moment,
  );
  const inFront = parts.filter(({ key }) => key === front);
  const chosen = [...inFront, ...parts.filter(({ key }) => key !== front)].slice(0, room);
  return tiles.filter(({ part }) => chosen.includes(part));
}

/** The files that play at a moment or will soon. The sound of all is wanted, the picture of the most interesting. */
export function wantedTracks({ parts, tracks }: Film, moment: number): readonly WantedTrack[] {
  const near = tracks.filter(({ from, to }) => from - AHEAD_S <= moment && moment < to);
  const order = byInterest(parts, moment).map(({ key }) => key);
  const pictured = near
    .filter(({ hasPicture }) => hasPicture)
    .sort((one, other) => order.indexOf(one.tile) - order.indexOf(other.tile))
    .slice(0, MAX_VIDEOS);
  return near.map((track) => ({ track, soundOnly: !pictured.includes(track) }));
}
