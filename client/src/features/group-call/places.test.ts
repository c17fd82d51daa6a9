import { expect, it } from 'vitest';
import { bringForward, inPlaces, noPlaces, picturesOf, speakerIn } from './places.ts';
import { person, self, sharing } from './test-people.ts';

const picturesOfKeys = (...keys: readonly string[]) => picturesOf([...keys.map((key) => person(key)), self]);
const six = picturesOfKeys('a', 'b', 'c', 'd', 'e', 'f');
const PER_PAGE = 3;

it('puts what is shared before the people', () => {
  const pictures = picturesOf([person('aoi'), sharing('ken'), self]);
  expect(pictures.map(({ key }) => key)).toEqual(['ken screen', 'aoi', 'ken', 'self']);
});

it('lets a speaker of another page change places with the one who has been silent for the longest', () => {
  let places = bringForward(noPlaces, six, 'c', 0, PER_PAGE);
  expect(places.order).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  places = bringForward(places, six, 'e', 0, PER_PAGE);
  expect(places.order).toEqual(['a', 'e', 'c', 'd', 'b', 'f']);
  places = bringForward(places, six, 'a', 0, PER_PAGE);
  // Now c has been silent for the longest.
  places = bringForward(places, six, 'f', 0, PER_PAGE);
  expect(places.order).toEqual(['a', 'e', 'f', 'd', 'b', 'c']);
});

it('brings a speaker onto the page that is looked at, whichever it is', () => {
  expect(bringForward(noPlaces, six, 'a', 1, PER_PAGE).order).toEqual(['f', 'b', 'c', 'd', 'e', 'a']);
});

it('keeps places when someone leaves, and puts who is new last, before oneself', () => {
  const places = bringForward(noPlaces, six, 'f', 0, PER_PAGE);
  const pictures = inPlaces(picturesOfKeys('a', 'd', 'e', 'f', 'g'), places);
  expect(pictures.map(({ key }) => key)).toEqual(['a', 'f', 'd', 'e', 'g', 'self']);
});

it('moves neither what is shared nor oneself, no matter who speaks', () => {
  const pictures = picturesOf([sharing('a'), person('b'), person('c'), self]);
  const places = bringForward(noPlaces, pictures, 'c', 0, 2);
  expect(inPlaces(pictures, places).map(({ key }) => key)).toEqual(['a screen', 'c', 'b', 'a', 'self']);
  expect(speakerIn(picturesOf([person('a'), { ...self, speaking: true }]))).toBeNull();
  expect(speakerIn(picturesOf([person('a', { speaking: true }), self]))).toBe('a');
});

it('moves no one for someone who is gone, or where no one could make way', () => {
  expect(bringForward(noPlaces, six, 'x', 0, PER_PAGE)).toBe(noPlaces);
  const pictures = picturesOf([sharing('a'), person('b'), self]);
  expect(bringForward(noPlaces, pictures, 'b', 0, 1).order).toEqual(['a', 'b']);
});
