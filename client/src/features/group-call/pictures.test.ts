import { describe, expect, it } from 'vitest';
import type { MemberId } from '#protocol/ids.ts';
import { handsInOrder, type Person } from './people.ts';
import { pictureInFront, picturesOf, type StageWishes } from './pictures.ts';

const person = (key: string, change: Partial<Person> = {}): Person => ({
  key,
  memberId: key as MemberId,
  name: key,
  self: false,
  owner: false,
  guest: false,
  camera: null,
  mirrored: false,
  filmed: true,
  shares: [],
  muted: false,
  speaking: false,
  away: false,
  handRaisedAt: null,
  recording: false,
  quality: null,
  link: null,
  ...change,
});
const sharing = (key: string) => person(key, { shares: [{ source: 'screen', track: null }] });
const self = person('self', { self: true });
const wishes = (change: Partial<StageWishes> = {}): StageWishes => ({
  layout: 'speaker',
  pinned: null,
  aside: new Set(),
  lastSpeaker: null,
  ...change,
});
const inFront = (people: readonly Person[], change: Partial<StageWishes> = {}) =>
  pictureInFront(picturesOf(people), wishes(change))?.key ?? null;

it('what is shared comes before the people', () => {
  const keys = picturesOf([person('aoi'), sharing('ken'), self]).map(({ key }) => key);
  expect(keys).toEqual(['ken screen', 'aoi', 'ken', 'self']);
});

describe('the picture in front', () => {
  const people = [person('aoi'), person('ken'), self];

  it('is no one in a grid', () => {
    expect(inFront(people, { layout: 'grid', lastSpeaker: 'ken' })).toBeNull();
  });

  it('is the last to have spoken, at first the first to come, and oneself only when alone', () => {
    expect(inFront(people, { lastSpeaker: 'ken' })).toBe('ken');
    expect(inFront(people)).toBe('aoi');
    expect(inFront(people, { lastSpeaker: 'somebody who has left' })).toBe('aoi');
    expect(inFront([self])).toBe('self');
  });

  it('is what is shared, in a grid too, until it is put aside', () => {
    const shown = [sharing('ken'), self];
    expect(inFront(shown, { layout: 'grid' })).toBe('ken screen');
    expect(inFront(shown, { layout: 'grid', aside: new Set(['ken screen']) })).toBeNull();
  });

  it('is what was pinned, before everything else, for as long as it is there', () => {
    const shown = [person('aoi'), sharing('ken'), self];
    expect(inFront(shown, { pinned: 'aoi', lastSpeaker: 'ken' })).toBe('aoi');
    expect(inFront(shown, { pinned: 'gone' })).toBe('ken screen');
  });
});

it('hands are taken in the order in which they were raised', () => {
  const people = [
    person('second', { handRaisedAt: '2026-01-01T10:00:05.000Z' }),
    person('none'),
    person('first', { handRaisedAt: '2026-01-01T10:00:01.000Z' }),
  ];
  expect(handsInOrder(people).map(({ key }) => key)).toEqual(['first', 'second']);
});
