import type { FilmFormat } from '#protocol/sfu/film.ts';
import { type FilmFile, type FilmPart, isWithin } from './film-parts.ts';

/** Pictures a second. */
export const FRAME_RATE = 25;

export interface Tile {
  readonly part: FilmPart;
  /** The file with its pictures; null: there are none. */
  readonly picture: FilmFile | null;
}

/** A time in which the same people are seen in the same places. Its times are in pictures from the start of the film. */
export interface Scene {
  readonly fromFrame: number;
  readonly toFrame: number;
  readonly tiles: readonly Tile[];
  /** The large one of them; null: all are alike. */
  readonly front: FilmPart | null;
}

/** A scene is made in one go; what was made of a film is kept scene by scene. */
const MAX_SCENE_MS = 60_000;
/** Changes that follow each other sooner are one change. */
const MIN_SCENE_MS = 400;
/** The large picture stays for so long. */
const MIN_FRONT_MS = 2_000;
/** Shorter sounds bring no one to the front: a cough, a click. */
const SAID_SOMETHING_MS = 800;
/** People and shared pictures at once; the others are heard. */
const MAX_TILES = 16;

export const frameAt = (ms: number): number => Math.round((ms * FRAME_RATE) / 1_000);
export const msOf = (frame: number): number => (frame * 1_000) / FRAME_RATE;

/** The pictures of a film, one scene after the other without a gap. */
export function scenesOf(
  parts: readonly FilmPart[],
  durationMs: number,
  format: Exclude<FilmFormat, 'sound'>,
): readonly Scene[] {
  const bounds = boundsOf(parts, durationMs, format);
  return bounds.slice(1).flatMap((to, index): Scene[] => {
    const from = bounds[index] ?? 0;
    const [fromFrame, toFrame] = [frameAt(from), frameAt(to)];
    return toFrame > fromFrame ? [{ fromFrame, toFrame, ...contentsOf(parts, from, to, format) }] : [];
  });
}

/** The moments at which something changes, the beginning and the end included. */
function boundsOf(parts: readonly FilmPart[], durationMs: number, format: FilmFormat): readonly number[] {
  const changes = parts.flatMap(({ present, files }) => [
    ...present.flat(),
    ...files.flatMap(({ shown }) => shown.flat()),
  ]);
  const bounds = [0];
  let heldSince = Number.NEGATIVE_INFINITY;
  const moments = [
    ...changes.map((at) => ({ at, isSpeech: false })),
    ...(format === 'speaker' ? speechesOf(parts).map((at) => ({ at, isSpeech: true })) : []),
  ].sort((one, other) => one.at - other.at);
  for (const { at, isSpeech } of moments) {
    const last = bounds.at(-1) ?? 0;
    if (at - last < MIN_SCENE_MS || durationMs - at < MIN_SCENE_MS) continue;
    if (isSpeech && at - heldSince < MIN_FRONT_MS) continue;
    if (isSpeech) heldSince = at;
    pushInSteps(bounds, at);
  }
  pushInSteps(bounds, durationMs);
  return bounds;
}

function pushInSteps(bounds: number[], to: number): void {
  for (let last = bounds.at(-1) ?? 0; to - last > MAX_SCENE_MS; last += MAX_SCENE_MS) {
    bounds.push(last + MAX_SCENE_MS);
  }
  bounds.push(to);
}

const speechesOf = (parts: readonly FilmPart[]): readonly number[] =>
  parts.flatMap(({ spoken }) =>
    spoken.flatMap(([from, to]) => (to - from >= SAID_SOMETHING_MS ? [from] : [])),
  );

function contentsOf(
  parts: readonly FilmPart[],
  fromMs: number,
  toMs: number,
  format: FilmFormat,
): Pick<Scene, 'tiles' | 'front'> {
  const middle = (fromMs + toMs) / 2;
  const present = parts.filter((part) => isWithin(part.present, middle));
  const ordered = byInterest(present, fromMs);
  const shared = ordered.find(({ source }) => source !== 'camera') ?? null;
  const front = present.length < 2 ? null : (shared ?? (format === 'speaker' ? (ordered[0] ?? null) : null));
  const chosen = new Set(ordered.slice(0, MAX_TILES));
  const tiles = present
    .filter((part) => chosen.has(part))
    .map((part) => ({ part, picture: pictureAt(part, middle) }));
  return { tiles, front };
}

const pictureAt = ({ files }: FilmPart, momentMs: number): FilmFile | null =>
  files.find(({ shown }) => isWithin(shown, momentMs)) ?? null;

/** What was shared last, then who spoke last, then as they came. */
function byInterest(parts: readonly FilmPart[], momentMs: number): readonly FilmPart[] {
  const began = ({ present }: FilmPart) =>
    present.findLast(([from]) => from <= momentMs)?.[0] ?? Number.NEGATIVE_INFINITY;
  const spoke = ({ spoken }: FilmPart) =>
    spoken.findLast(([from, to]) => from <= momentMs && to - from >= SAID_SOMETHING_MS)?.[0] ??
    Number.NEGATIVE_INFINITY;
  const latestBy = (time: (part: FilmPart) => number) => (one: FilmPart, other: FilmPart) => {
    const [first, second] = [time(one), time(other)];
    return first === second ? 0 : second - first;
  };
  return [
    ...parts.filter(({ source }) => source !== 'camera').sort(latestBy(began)),
    ...parts.filter(({ source }) => source === 'camera').sort(latestBy(spoke)),
  ];
}
