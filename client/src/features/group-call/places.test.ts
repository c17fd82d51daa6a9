import { expect, it } from 'vitest';
import { bringForward, inPlaces, noPlaces } from './places.ts';

const people = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Pages of three. */
const first = [0, 3] as const;

it('lets a speaker of another page change places with the one who has been silent for the longest', () => {
  let places = bringForward(noPlaces, people, 'c', ...first);
  expect(places.order).toEqual(people);
  places = bringForward(places, people, 'e', ...first);
  expect(places.order).toEqual(['a', 'e', 'c', 'd', 'b', 'f']);
  places = bringForward(places, people, 'a', ...first);
  // Now c has been silent for the longest.
  places = bringForward(places, people, 'f', ...first);
  expect(places.order).toEqual(['a', 'e', 'f', 'd', 'b', 'c']);
});

it('brings a speaker onto the page that is looked at, whichever it is', () => {
  expect(bringForward(noPlaces, people, 'a', 3, 6).order).toEqual(['f', 'b', 'c', 'd', 'e', 'a']);
});

it('keeps places when someone leaves, and puts who is new last', () => {
  const places = bringForward(noPlaces, people, 'f', ...first);
  expect(inPlaces(['a', 'f', 'd', 'e', 'g'], places)).toEqual(['a', 'f', 'd', 'e', 'g']);
});

it('moves no one for someone who is gone, or where no one could make way', () => {
  expect(bringForward(noPlaces, people, 'x', ...first)).toBe(noPlaces);
  expect(bringForward(noPlaces, people, 'f', 0, 0).order).toEqual(people);
});
