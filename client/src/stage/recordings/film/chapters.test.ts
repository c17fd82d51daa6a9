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
    expect(chaptersOf(film).map(({ at, part, change }) => [at, part.name, part.source, change])).toEqual([
      [20, 'Bob', 'camera', 'began'],
      [30, 'Bob', 'screen', 'began'],
      [80, 'Bob', 'camera', 'ended'],
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
});
