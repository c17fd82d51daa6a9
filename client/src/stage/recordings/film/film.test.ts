import { describe, expect, it } from 'vitest';
import { lastMoment } from './film.ts';
import { testFilm } from './test-film.ts';

describe('the film of a recording', () => {
  it('has a part for each person and each thing that was shared, what was shared first', () => {
    const { parts } = testFilm([
      { name: 'Bob', from: 5, to: 100 },
      { name: 'Alice', to: 100 },
      { name: 'Bob', source: 'screen', from: 20, to: 40 },
    ]);
    expect(parts.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'Bob screen',
      'Alice camera',
      'Bob camera',
    ]);
  });

  it('takes files that follow each other closely for one stay, others for two', () => {
    const { parts, tracks } = testFilm([
      { name: 'Alice', to: 30 },
      { name: 'Alice', from: 31, to: 60 },
      { name: 'Alice', from: 80, to: 100 },
    ]);
    expect(parts.map(({ present }) => present)).toEqual([
      [
        [0, 60],
        [80, 100],
      ],
    ]);
    expect(new Set(tracks.map(({ tile }) => tile)).size).toBe(1);
  });

  it('takes a page that was loaded again for one stay, and someone who came back later for two', () => {
    const stays = (back: number) =>
      testFilm([
        {
          name: 'Alice',
          to: 100,
          present: [
            [0, 20],
            [back, 100],
          ],
        },
      ]).parts[0]?.present;
    expect(stays(22)).toEqual([[0, 100]]);
    expect(stays(28)).toEqual([
      [0, 20],
      [28, 100],
    ]);
  });

  it('tells two people with the same name apart by their pictures, not by a microphone beside its camera', () => {
    expect(
      testFilm([
        { name: 'Kim', to: 100 },
        { name: 'Kim', from: 10, to: 90 },
      ]).parts,
    ).toHaveLength(2);
    expect(
      testFilm([
        { name: 'Kim', mediaType: 'audio/webm', to: 100 },
        { name: 'Kim', from: 10, to: 90 },
      ]).parts,
    ).toHaveLength(1);
  });

  it('believes the server about who was there, and does without it', () => {
    const [known, unknown] = testFilm([
      {
        name: 'Alice',
        to: 100,
        present: [
          [0, 20],
          [70, 100],
        ],
        spoken: [[1, 2]],
      },
      { name: 'Bob', to: 100 },
    ]).parts;
    expect(known).toMatchObject({
      present: [
        [0, 20],
        [70, 100],
      ],
      spoken: [[1, 2]],
    });
    expect(unknown).toMatchObject({ present: [[0, 100]], spoken: null });
  });

  it('begins with those who came at once, in the picture', () => {
    const { parts, tracks } = testFilm([
      { name: 'Alice', from: 0.2, to: 100, shown: [[0.9, 50]] },
      { name: 'Bob', from: 5, to: 100, shown: [[5.4, 50]] },
    ]);
    expect(parts.map(({ present }) => present)).toEqual([[[0, 100]], [[5, 100]]]);
    expect(tracks.map(({ from, shown }) => [from, shown])).toEqual([
      [0.2, [[0, 50]]],
      [5, [[5, 50]]],
    ]);
  });

  it('keeps everyone’s last picture at the end, also where it ends a little before the film', () => {
    const moment = lastMoment(
      testFilm([
        { name: 'Alice', to: 100, shown: [[0, 99.7]] },
        { name: 'Bob', to: 99.5 },
        { name: 'Carol', to: 60 },
        { name: 'Dan', mediaType: 'audio/webm', to: 99.2 },
      ]),
    );
    expect(moment).toBeCloseTo(99.4);
    expect(lastMoment(testFilm([{ name: 'Alice', to: 60 }]))).toBeCloseTo(99.9);
  });

  it('is as long as its longest file says, and leaves out empty ones', () => {
    const film = testFilm([
      { name: 'Alice', from: 90, to: 110 },
      { name: 'Bob', to: 0 },
    ]);
    expect(film.duration).toBe(110);
    expect(film.tracks).toHaveLength(1);
  });
});
