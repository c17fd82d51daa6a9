import { describe, expect, it } from 'vitest';
import { type FilmLayout, sceneAt, tilesThatFit, wantedTracks } from './scene.ts';
import { testFilm } from './test-film.ts';

const film = testFilm([
  {
    name: 'Alice',
    to: 100,
    shown: [[0, 50]],
    spoken: [
      [10, 15],
      [40, 60],
    ],
  },
  {
    name: 'Bob',
    from: 20,
    to: 80,
    spoken: [
      [30, 35],
      [45, 45.3],
    ],
  },
  { name: 'Bob', source: 'screen', from: 70, to: 75 },
]);

const seen = (moment: number, layout: FilmLayout = 'grid') => {
  const { tiles, front } = sceneAt(film, moment, layout);
  return {
    tiles: tiles.map(({ part, picture, speaking }) => [part.name, part.source, picture, speaking]),
    front: tiles.find(({ part }) => part.key === front)?.part.name ?? null,
  };
};

describe('the scene at a moment', () => {
  it('shows those who are there, with a picture only while their camera is on', () => {
    expect(seen(12)).toEqual({ tiles: [['Alice', 'camera', '0', true]], front: null });
    expect(seen(55).tiles).toEqual([
      ['Alice', 'camera', null, true],
      ['Bob', 'camera', '1', false],
    ]);
    expect(seen(90).tiles).toEqual([['Alice', 'camera', null, false]]);
  });

  it('has in front what is shared, in either layout', () => {
    expect(seen(72).tiles[0]).toEqual(['Bob', 'screen', '2', false]);
    expect(seen(72).front).toBe('Bob');
    expect(seen(72, 'speaker').front).toBe('Bob');
    expect(seen(76).front).toBeNull();
  });

  it('has in front who spoke last where the speaker is wanted, whatever way the film came there', () => {
    expect(seen(33, 'speaker').front).toBe('Bob');
    expect(seen(41, 'speaker').front).toBe('Alice');
    // A cough brings no one forward.
    expect(seen(46, 'speaker').front).toBe('Alice');
    expect(seen(5, 'speaker').front).toBeNull();
  });
});

describe('a crowd', () => {
  const crowd = testFilm(
    Array.from({ length: 20 }, (_, index) => ({
      name: `Person ${index}`,
      to: 100,
      spoken: index === 19 ? [[10, 20] as [number, number]] : [],
    })),
  );

  it('is shown as far as there is room, those who spoke last first, each in their place', () => {
    const names = (moment: number) =>
      tilesThatFit(sceneAt(crowd, moment, 'grid'), moment, 3).map(({ part }) => part.name);
    expect(names(5)).toEqual(['Person 0', 'Person 1', 'Person 2']);
    expect(names(15)).toEqual(['Person 0', 'Person 1', 'Person 19']);
  });

  it('is heard by all and seen by 16', () => {
    const wanted = wantedTracks(crowd, 15);
    expect(wanted).toHaveLength(20);
    expect(wanted.filter(({ soundOnly }) => soundOnly).map(({ track }) => track.id)).toEqual([
      '15',
      '16',
      '17',
      '18',
    ]);
  });
});

describe('the files that are wanted', () => {
  it('are those that play now or will soon', () => {
    const ids = (moment: number) => wantedTracks(film, moment).map(({ track }) => track.id);
    expect(ids(5)).toEqual(['0']);
    expect(ids(12)).toEqual(['0', '1']);
    expect(ids(65)).toEqual(['2', '0', '1'].sort());
    expect(ids(90)).toEqual(['0']);
  });
});
