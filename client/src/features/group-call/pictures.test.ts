import { describe, expect, it } from 'vitest';
import { handsInOrder, type Person } from './people.ts';
import { pictureInFront, type StageWishes } from './pictures.ts';
import { picturesOf } from './places.ts';
import { person, self, sharing } from './test-people.ts';

const wishes = (change: Partial<StageWishes> = {}): StageWishes => ({
  layout: 'speaker',
  pinned: null,
  aside: new Set(),
  lastSpeaker: null,
  ...change,
});
const inFront = (people: readonly Person[], change: Partial<StageWishes> = {}) =>
  pictureInFront(picturesOf(people), wishes(change))?.key ?? null;

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
