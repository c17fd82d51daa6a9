import { useEffect, useEffectEvent, useState } from 'react';
import type { Picture } from './pictures.ts';
import { bringForward, inPlaces, noPlaces } from './places.ts';

/** What is shared stands before the people, and one's own picture behind them: neither makes way for a speaker. */
const canMove = ({ person, source }: Picture): boolean => source === 'camera' && !person.self;

/**
 * The pictures in their places, page by page.
 *
 * @param page that is looked at, from 0
 */
export function usePlaces(pictures: readonly Picture[], page: number, perPage: number): readonly Picture[] {
  const [places, setPlaces] = useState(noPlaces);
  const movable = pictures.filter(canMove);
  const keys = movable.map(({ key }) => key);
  const before = pictures.findIndex(canMove);
  const speaker = movable.find(({ person }) => person.speaking)?.key ?? null;

  const makeRoom = useEffectEvent((key: string) => {
    const placeOf = (index: number) => Math.max(0, Math.min(keys.length, index - before));
    setPlaces((now) => bringForward(now, keys, key, placeOf(page * perPage), placeOf((page + 1) * perPage)));
  });
  useEffect(() => {
    if (speaker !== null) makeRoom(speaker);
  }, [speaker]);

  const placed = inPlaces(keys, places).flatMap(
    (key) => movable.find((picture) => picture.key === key) ?? [],
  );
  return before < 0
    ? pictures
    : [...pictures.slice(0, before), ...placed, ...pictures.slice(before).filter((one) => !canMove(one))];
}
