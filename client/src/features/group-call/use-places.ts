import { useEffect, useEffectEvent, useState } from 'react';
import type { Picture } from './pictures.ts';
import { bringForward, inPlaces, noPlaces, speakerIn } from './places.ts';

/**
 * The pictures in their places, page by page.
 *
 * @param page that is looked at, from 0
 */
export function usePlaces(pictures: readonly Picture[], page: number, perPage: number): readonly Picture[] {
  const [places, setPlaces] = useState(noPlaces);
  const speaker = speakerIn(pictures);
  const makeRoom = useEffectEvent((key: string) => {
    setPlaces((now) => bringForward(now, pictures, key, page, perPage));
  });
  useEffect(() => {
    if (speaker !== null) makeRoom(speaker);
  }, [speaker]);
  return inPlaces(pictures, places);
}
