import { describe, expect, it } from 'vitest';
import { chaptersOf } from './chapters.ts';
import { testFilm } from './test-film.ts';

describe('chapters', () => {
  it('are who came and left, and what was shared, in order', () => {
    const film = testFilm([
      { name: 'Alice', from: 1, to: 99 },
      { name: 'Bob', from: 20, to: 80 },
      { name: 'Bob', source: 'screen', from: 30, to: 100 },
    ]);
    expect(chaptersOf(film)).toMatchObject([
      { at: 20, change: 'began', part: { name: 'Bob', source: 'camera' } },
      { at: 30, change: 'began', part: { name: 'Bob', source: 'screen' } },
      { at: 80, change: 'ended', part: { name: 'Bob', source: 'camera' } },
    ]);
  });

  it('are not what happened to everyone at once: a media node was lost, and the recording went on', () => {
    const film = testFilm([
      { name: 'Alice', from: 0, to: 40 },
      { name: 'Alice', from: 47, to: 100 },
      { name: 'Bob', from: 0, to: 40 },
      { name: 'Bob', from: 46, to: 100 },
    ]);
    expect(chaptersOf(film)).toEqual([]);
  });

  it('are an interruption, and not that everyone left and came, where nobody was there for a while', () => {
    const film = testFilm([
      { name: 'Alice', from: 0, to: 30 },
      { name: 'Alice', from: 70, to: 100 },
      { name: 'Bob', from: 0, to: 29 },
      { name: 'Bob', from: 72, to: 100 },
      { name: 'Bob', source: 'screen', from: 20, to: 30 },
    ]);
    expect(chaptersOf(film)).toMatchObject([
      { at: 20, change: 'began', part: { source: 'screen' } },
      { at: 30, change: 'ended', part: { source: 'screen' } },
      { at: 30, change: 'interrupted' },
    ]);
  });
});
