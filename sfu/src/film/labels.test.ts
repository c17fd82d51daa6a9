import { describe, expect, it } from 'vitest';
import { metadataOf } from './chapters.ts';
import type { FilmPart } from './film-parts.ts';
import { labelsOf, plainText } from './labels.ts';

const part = (values: Partial<FilmPart> = {}): FilmPart => ({
  name: 'Aoi',
  source: 'camera',
  present: [[0, 10_000]],
  spoken: [],
  files: [],
  ...values,
});
const box = { x: 8, y: 8, width: 400, height: 226 };
const labels = (of: FilmPart) =>
  labelsOf({ fromFrame: 50, toFrame: 150, tiles: [], front: null }, [{ part: of, picture: null, box }])
    .split('\n')
    .filter((line) => line.startsWith('Dialogue'));

describe('what is written over a film', () => {
  it('is the name, and what stands for a picture', () => {
    const lines = labels(part());
    expect(lines.at(-1)).toBe('Dialogue: 1,0:00:00.00,0:00:04.00,Name,{\\pos(18,224)\\clip(8,8,408,234)}Aoi');
    expect(lines.some((line) => line.endsWith('}A'))).toBe(true);
  });

  it.each([
    ['  (愛)', '愛'],
    ['🙂 bob', 'B'],
    ['{\\an5}', 'A'],
  ])('has the first letter of %j for a picture', (name, initial) => {
    expect(labels(part({ name })).some((line) => line.endsWith(`}${initial}`))).toBe(true);
  });

  it('is a frame while someone speaks, as far as the scene has it', () => {
    const frames = labels(
      part({
        spoken: [
          [0, 1_000],
          [1_500, 2_500],
          [5_500, 9_000],
        ],
      }),
    )
      .filter((line) => line.includes('m 0 0 l'))
      .map((line) => line.split(',').slice(1, 3));
    expect(frames).toEqual([
      ['0:00:00.00', '0:00:00.50'],
      ['0:00:03.50', '0:00:04.00'],
    ]);
  });

  it('is never a command', () => {
    const name = '{\\fs200}Big\nDialogue: 0,0:00:00.00,9:00:00.00,Name,hello\u2028x';
    for (const line of labels(part({ name }))) expect(line.split('}').at(-1)).not.toContain('\\');
    expect(labels(part({ name }))).toHaveLength(3);
    expect(plainText('a{\\b1}\r\nb')).toBe('a｛＼b1｝ b');
  });

  it('is cut where the tile is too narrow for it', () => {
    const cut = (name: string) => labels(part({ name })).at(-1)?.split('}').at(-1) ?? '';
    expect(cut('長い名前'.repeat(20))).toMatch(/^[長い名前]{10,16}…$/);
    expect(cut('W'.repeat(60))).toMatch(/^W{10,16}…$/);
    expect(cut('i'.repeat(60))).toMatch(/^i{20,32}…$/);
    expect(cut('Short')).toBe('Short');
  });
});

describe('chapters of a film', () => {
  it('tell who came and left and what was shared, after the title', () => {
    const parts = [
      part(),
      part({ name: 'Ben; #1=\\', present: [[3_000, 6_000]] }),
      part({ name: 'Chie', source: 'screen', present: [[4_000, 5_000]] }),
    ];
    const titles = metadataOf('Weekly = [CHAPTER]\nSTART=1', parts, 10_000).match(/^(START|title)=.*$/gm);
    expect(titles).toEqual([
      'title=Weekly \\= [CHAPTER] START\\=1',
      'START=0',
      'title=Weekly \\= [CHAPTER] START\\=1',
      'START=3000',
      'title=+ Ben\\; \\#1\\=\\\\',
      'START=4000',
      'title=▶ Chie',
      'START=6000',
      'title=− Ben\\; \\#1\\=\\\\',
    ]);
  });

  it('tell of an interruption, after which those who go on have not come', () => {
    const parts = [
      part({
        present: [
          [0, 20_000],
          [60_000, 90_000],
        ],
      }),
      part({
        name: 'Ben',
        present: [
          [0, 19_000],
          [62_000, 90_000],
        ],
      }),
    ];
    expect(
      metadataOf('Weekly', parts, 90_000)
        .match(/^(START|title)=.*$/gm)
        ?.slice(3),
    ).toEqual(['START=20000', 'title=⏸']);
  });
});
