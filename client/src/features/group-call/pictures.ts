import type { PictureSource } from '#client/call/group/tiles.ts';
import type { Person } from './people.ts';

/** One tile: someone's camera, or what they share. */
export interface Picture {
  readonly key: string;
  readonly person: Person;
  readonly source: PictureSource;
  readonly track: MediaStreamTrack | null;
}

export type Layout = 'grid' | 'speaker';

export interface StageWishes {
  /** What was chosen, here or in an earlier call. */
  readonly layout: Layout;
  /** Key of the picture that is kept large; null: none. */
  readonly pinned: string | null;
  /** Keys of shares that were put aside: they do not take the stage any more. */
  readonly aside: ReadonlySet<string>;
  /** Who of the others spoke last, by the key of the tile. */
  readonly lastSpeaker: string | null;
}

/**
 * The picture that has the stage, null in a grid: a pinned one, else what was shared last, else, where the speaker's layout
 * was chosen, the one of the others who speaks or spoke last.
 */
export function pictureInFront(pictures: readonly Picture[], wishes: StageWishes): Picture | null {
  const pinned = pictures.find(({ key }) => key === wishes.pinned);
  if (pinned) return pinned;
  const shared = pictures.findLast(({ key, source }) => source !== 'camera' && !wishes.aside.has(key));
  if (shared) return shared;
  if (wishes.layout === 'grid') return null;
  return (
    pictures.find(({ key }) => key === wishes.lastSpeaker) ??
    pictures.find(({ person, source }) => source === 'camera' && !person.self) ??
    pictures[0] ??
    null
  );
}
