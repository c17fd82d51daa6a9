/** Who stands where, as far as it differs from the order of joining; by the keys of their tiles. */
export interface Places {
  readonly order: readonly string[];
  /** Who has spoken, the last one first. */
  readonly spoken: readonly string[];
}

export const noPlaces: Places = { order: [], spoken: [] };

/** The tiles that can change their places, in the places that they have; who is new stands last. */
export const inPlaces = (keys: readonly string[], { order }: Places): readonly string[] => {
  const known = order.filter((key) => keys.includes(key));
  return [...known, ...keys.filter((key) => !known.includes(key))];
};

/**
 * Brings the speaker onto the page that is looked at: they change places with the one there who has been silent for
 * the longest. No one else moves, and no one moves back.
 *
 * @param keys of the tiles that can change their places, all of them
 * @param speaker key of the one who speaks
 * @param from first of the places on the page that is looked at
 * @param to behind the last of them
 */
export function bringForward(
  places: Places,
  keys: readonly string[],
  speaker: string,
  from: number,
  to: number,
): Places {
  const order = inPlaces(keys, places);
  const place = order.indexOf(speaker);
  if (place < 0) return places;
  const heard = places.spoken.filter((key) => key !== speaker && keys.includes(key));
  const spoken = [speaker, ...heard];
  if (place >= from && place < to) return { order, spoken };
  const silence = (key: string) => (spoken.includes(key) ? spoken.indexOf(key) : Number.POSITIVE_INFINITY);
  // Of those who never spoke the last one.
  const quietest = order
    .slice(from, to)
    .reduce<string | null>(
      (found, key) => (found === null || silence(key) >= silence(found) ? key : found),
      null,
    );
  if (quietest === null) return { order, spoken };
  return { order: order.with(order.indexOf(quietest), speaker).with(place, quietest), spoken };
}
