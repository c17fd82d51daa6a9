/** Muted dyes, dark enough for white letters (at least 5 to 1) in both themes. */
const dyes = [
  '#3A5A94',
  '#4A6A2C',
  '#8A4B2F',
  '#6B4A86',
  '#2F6B6B',
  '#8A3F5C',
  '#6A5A22',
  '#46536B',
] as const;

export interface Tint {
  readonly ground: string;
  readonly ink: string;
}

/** The same name always has the same colour. */
export const tintOf = (name: string): Tint => {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return { ground: dyes[hash % dyes.length] ?? dyes[0], ink: '#FFFFFF' };
};

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A letter or an emoji, of however many code points. */
const firstLetterOf = (text: string): string => graphemes.segment(text).containing(0)?.segment ?? '';

const CJK = /[぀-ヿ㐀-鿿豈-﫿]/;

/** 'Aoi Tanaka' → 'AT', 'bob@example.com' → 'B', '田中 葵' → '田': two letters of Latin, one character of Japanese. */
export const initialsOf = (name: string): string => {
  const [first = '', ...others] = name
    .replace(/@.*/, '')
    .trim()
    .split(/[\s._-]+/);
  const initial = firstLetterOf(first) || '?';
  if (CJK.test(initial)) return initial;
  return (initial + firstLetterOf(others.at(-1) ?? '')).toUpperCase();
};
