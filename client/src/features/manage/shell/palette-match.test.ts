import { expect, test } from 'vitest';
import { inOrder } from './palette-order.ts';

const SCREENS = [
  '概要 がいよう overview home',
  'ユーザー ゆーざー users people',
  '端末 たんまつ devices users of rooms',
];
const matching = (query: string, texts: readonly string[]) =>
  inOrder(
    query,
    texts.map((text) => ({ kind: 'screen' as const, names: [text] })),
  ).map(({ names }) => names[0]);
const first = (query: string) => matching(query, SCREENS)[0];

test.each([
  ['users', SCREENS[1]],
  ['US', SCREENS[1]],
  ['ユーザ', SCREENS[1]],
  ['ゆーざ', SCREENS[1]],
  ['ﾕｰｻﾞｰ', SCREENS[1]],
  ['たんまつ', SCREENS[2]],
  ['タンマツ', SCREENS[2]],
  ['rooms users', SCREENS[2]],
  ['home', SCREENS[0]],
  ['uesrs', SCREENS[1]],
  ['devcies', SCREENS[2]],
  ['divic', SCREENS[2]],
  ['overvieww', SCREENS[0]],
  ['roms', SCREENS[2]],
  ['usxx', undefined],
  ['nothing like it', undefined],
])('%s finds its screen in any script', (query, found) => {
  expect(first(query)).toBe(found);
});

test('what begins with the letters comes before what has them within', () => {
  expect(matching('de', ['blade', 'the deck', 'device'])).toEqual(['device', 'the deck', 'blade']);
});
