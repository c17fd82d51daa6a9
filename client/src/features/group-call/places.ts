import type { Person } from './people.ts';
import type { Picture } from './pictures.ts';

/** What is shared comes first, then the people. */
export function picturesOf(people: readonly Person[]): readonly Picture[] {
  const shares = people.flatMap((person) =>
    person.shares.map(({ source, track }) => ({ key: `${person.key} ${source}`, person, source, track })),
  );
  const cameras = people.map((person) => ({
    key: person.key,
    person,
    source: 'camera' as const,
    track: person.camera,
  }));
  return [...shares, ...cameras];
}

/** What is shared stands before the people, and one's own picture behind them: neither makes way for a speaker. */
const canMove = ({ person, source }: Picture): boolean => source === 'camera' && !person.self;

const keyOf = ({ key }: Picture): string => key;

/** Key of the picture of the one who speaks, if they can be brought forward. */
export const speakerIn = (pictures: readonly Picture[]): string | null =>
  pictures.find((picture) => canMove(picture) && picture.person.speaking)?.key ?? null;

/** Who stands where, as far as it differs from the order of joining; by the keys of their pictures. */
export interface Places {
  readonly order: readonly string[];
  /** Who has spoken, the last one first. */
  readonly spoken: readonly string[];
}

export const noPlaces: Places = { order: [], spoken: [] };

/** The pictures in the places that they have; of those that can move, who is new stands last. */
export function inPlaces(pictures: readonly Picture[], { order }: Places): readonly Picture[] {
  const movable = pictures.filter(canMove);
  const known = order.flatMap((key) => movable.find((picture) => picture.key === key) ?? []);
  const placed = [...known, ...movable.filter((picture) => !known.includes(picture))].values();
  return pictures.map((picture) => (canMove(picture) ? (placed.next().value ?? picture) : picture));
}

/**
 * Brings the speaker onto the page that is looked at: they change places with the one there who has been silent for
 * the longest. No one else moves, and no one moves back.
 *
 * @param speaker key of the one who speaks
 * @param page that is looked at, from 0
 */
export function bringForward(
  places: Places,
  pictures: readonly Picture[],
  speaker: string,
  page: number,
  perPage: number,
): Places {
  const placed = inPlaces(pictures, places);
  const order = placed.filter(canMove).map(keyOf);
  if (!order.includes(speaker)) return places;
  const heard = places.spoken.filter((key) => key !== speaker && order.includes(key));
  const spoken = [speaker, ...heard];
  const onPage = placed
    .slice(page * perPage, (page + 1) * perPage)
    .filter(canMove)
    .map(keyOf);
  if (onPage.includes(speaker)) return { order, spoken };
  const silence = (key: string) => (spoken.includes(key) ? spoken.indexOf(key) : Number.POSITIVE_INFINITY);
  // Of those who never spoke the last one.
  const quietest = onPage.reduce<string | null>(
    (found, key) => (found === null || silence(key) >= silence(found) ? key : found),
    null,
  );
  if (quietest === null) return { order, spoken };
  return {
    order: order.with(order.indexOf(quietest), speaker).with(order.indexOf(speaker), quietest),
    spoken,
  };
}
