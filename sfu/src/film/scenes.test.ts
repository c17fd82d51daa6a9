import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecordedSource, Spans } from '#protocol/sfu/recording.ts';
import { FILM_HEIGHT, FILM_WIDTH, placedTiles } from './boxes.ts';
import { type FilmFile, filmParts } from './film-parts.ts';
import { msOf, scenesOf } from './scenes.ts';

const MINUTE = 60_000;

const file = (name: string, values: Partial<FilmFile> = {}): FilmFile => ({
  path: `/${name}.webm`,
  party: { kind: 'user', id: randomUUID(), name },
  source: 'camera',
  hasPictures: true,
  hasSound: true,
  offsetMs: 0,
  durationMs: 10 * MINUTE,
  present: [[0, 10 * MINUTE]],
  shown: [[0, 10 * MINUTE]],
  spoken: [],
  ...values,
});

const there = (name: string, spans: Spans, source: RecordedSource = 'camera') =>
  file(name, { present: spans, shown: spans, source });

const scenes = (files: readonly FilmFile[], durationMs: number, format: 'grid' | 'speaker' = 'grid') =>
  scenesOf(filmParts(files), durationMs, format);

/** When each scene begins, who is in it, and whom it shows large. */
const told = (...args: Parameters<typeof scenes>) =>
  scenes(...args).map(({ fromFrame, tiles, front }) => [
    msOf(fromFrame) / 1_000,
    tiles.map(({ part }) => part.name).join(' '),
    front?.name ?? null,
  ]);

describe('scenes of a film', () => {
  it('change when people come and go, and when something is shared', () => {
    const files = [
      there('Aoi', [[0, 20_000]]),
      there('Ben', [[5_000, 15_000]]),
      there('Ben’s screen', [[8_000, 12_000]], 'screen'),
    ];
    expect(told(files, 20_000)).toEqual([
      [0, 'Aoi', null],
      [5, 'Aoi Ben', null],
      [8, 'Aoi Ben Ben’s screen', 'Ben’s screen'],
      [12, 'Aoi Ben', null],
      [15, 'Aoi', null],
    ]);
  });

  it('follow each other without a gap to the very end, and none is long or too short', () => {
    const spans: Spans = Array.from({ length: 200 }, (_, index) => [index * 701, index * 701 + 333]);
    const all = scenes([there('Aoi', spans), file('Ben')], 10 * MINUTE + 17);
    expect(all[0]?.fromFrame).toBe(0);
    expect(all.at(-1)?.toFrame).toBe(Math.round((10 * MINUTE + 17) / 40));
    for (const [index, { fromFrame, toFrame }] of all.entries()) {
      if (index > 0) expect(fromFrame).toBe(all[index - 1]?.toFrame);
      expect(toFrame - fromFrame).toBeGreaterThanOrEqual(8);
      expect(toFrame - fromFrame).toBeLessThanOrEqual(25 * 60);
    }
  });

  it('show who speaks large where that is wanted, but not for a cough, and not for a moment', () => {
    const files = [
      file('Aoi', {
        spoken: [
          [0, 4_000],
          [20_000, 25_000],
        ],
      }),
      file('Ben', {
        spoken: [
          [5_000, 9_000],
          [15_000, 15_300],
          [21_000, 22_500],
        ],
      }),
    ];
    expect(told(files, 30_000, 'speaker')).toEqual([
      [0, 'Aoi Ben', 'Aoi'],
      [5, 'Aoi Ben', 'Ben'],
      [20, 'Aoi Ben', 'Aoi'],
    ]);
    expect(told(files, 30_000)).toEqual([[0, 'Aoi Ben', null]]);
    expect(told(files.slice(0, 1), 30_000, 'speaker').at(0)).toEqual([0, 'Aoi', null]);
  });

  it('take files of one person that follow each other for one stay', () => {
    const aoi = file('Aoi');
    const again = { ...aoi, path: '/again.webm', offsetMs: 8_000 };
    const files = [
      { ...aoi, present: [[0, 6_000]] satisfies Spans, shown: [[0, 6_000]] satisfies Spans },
      { ...again, present: [[8_000, 20_000]] satisfies Spans, shown: [[8_000, 20_000]] satisfies Spans },
    ];
    const pictures = scenes(files, 20_000).map(({ tiles }) =>
      tiles.map(({ picture }) => picture?.path ?? null),
    );
    expect(pictures).toEqual([['/Aoi.webm'], [null], ['/again.webm']]);
  });

  it.each([1, 2, 3, 5, 7, 12, 16, 40])('find a place for each of %i people, at most sixteen', (count) => {
    const files = Array.from({ length: count }, (_, index) => file(`Person ${index}`));
    const shared = [...files, there('Slides', [[0, 10 * MINUTE]], 'screen')];
    for (const scene of [...scenes(files, MINUTE), ...scenes(shared, MINUTE)]) {
      const tiles = placedTiles(scene);
      expect(tiles.length).toBeGreaterThan(0);
      if (!scene.front) expect(tiles).toHaveLength(Math.min(count, 16));
      for (const [index, { box }] of tiles.entries()) {
        const { x, y, width, height } = box;
        expect([x, y, width, height].every((pixels) => pixels >= 0 && pixels % 2 === 0)).toBe(true);
        expect(x + width).toBeLessThanOrEqual(FILM_WIDTH);
        expect(y + height).toBeLessThanOrEqual(FILM_HEIGHT);
        for (const { box: other } of tiles.slice(index + 1)) {
          const apart =
            x + width <= other.x ||
            other.x + other.width <= x ||
            y + height <= other.y ||
            other.y + other.height <= y;
          expect(apart).toBe(true);
        }
      }
    }
  });

  it('show nobody who has left, however soon they came back', () => {
    const files = [
      file('Aoi'),
      there('Ben', [
        [0, 10_000],
        [15_000, 20_000],
      ]),
    ];
    expect(told(files, 20_000)).toEqual([
      [0, 'Aoi Ben', null],
      [10, 'Aoi', null],
      [15, 'Aoi Ben', null],
    ]);
  });
});
