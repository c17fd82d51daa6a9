import { describe, expect, it } from 'vitest';
import {
  beginningOf,
  foldWidth,
  isBlank,
  isOptionalLine,
  LINE,
  readableLine,
  searchKey,
  shortened,
} from './text.ts';

describe('the beginning of a text', () => {
  it.each([
    ['ab😀', 4, 'ab😀'],
    ['ab😀', 3, 'ab'],
    ['ab😀c', 2, 'ab'],
    ['', 3, ''],
    ['a𠮷田', 2, 'a'],
    // A family, a letter with its voice mark or vowel sign, a kanji with its variant, a flag: one each.
    ['a👩\u200d👧\u200d👦b', 8, 'a'],
    ['a👩\u200d👧\u200d👦b', 9, 'a👩\u200d👧\u200d👦'],
    ['aか\u3099', 2, 'a'],
    ['aनि', 2, 'a'],
    ['a葛\u{e0100}城', 3, 'a'],
    ['🇯🇵🇫🇷', 6, '🇯🇵'],
    ['a\r\nb', 2, 'a'],
  ])('%j of %i ends with a whole letter: %j', (text, length, beginning) => {
    expect(beginningOf(text, length)).toBe(beginning);
  });

  it('is cut between code points where its only letter is too long', () => {
    expect(beginningOf(`a${'\u0301'.repeat(50)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`);
    expect(beginningOf('😀\u200d😀', 4)).toBe('😀\u200d');
  });

  it('is well-formed at every length', () => {
    const text = '会議😀𠮷田👩\u200d👧🇯🇵葛\u{e0100}'.repeat(9);
    for (let length = 0; length <= text.length + 1; length += 1) {
      const beginning = beginningOf(text, length);
      expect([beginning.isWellFormed(), text.startsWith(beginning), beginning.length <= length]).toEqual([
        true,
        true,
        true,
      ]);
    }
  });

  it('has an ellipsis where it is shortened', () => {
    expect(shortened('ab😀', 4)).toBe('ab😀');
    expect(shortened('ab😀c', 4)).toBe('ab…');
  });

  it('of a long text takes no longer', () => {
    const long = '会議😀'.repeat(250_000);
    expect(beginningOf(long, 200)).toHaveLength(200);
  });
});

it.each([
  ['ｶﾞｲﾄﾞ', 'ガイド', 'ガイド'],
  ['か\u3099', 'が', 'が'],
  ['ＡＢＣ', 'ABC', 'abc'],
  ['ｔａｎａｋａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'tanaka@example.com', 'tanaka@example.com'],
  ['１２３４', '1234', '1234'],
  ['田中\u3000愛', '田中 愛', '田中 愛'],
])('%j is %j in one width, and is found by %j', (text, folded, key) => {
  expect([foldWidth(text), searchKey(text)]).toEqual([folded, key]);
});

describe('a name', () => {
  const isLine = (text: string) => new RegExp(LINE, 'u').test(text);

  it.each([
    'Alice O’Brien',
    ' 会議\u3000室 ',
    '花子 👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f⃣ 👍🏽 🇯🇵',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} & 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}🏴',
    'می\u200cخواهم',
    'محمد',
    'שלום abc',
    'क्\u200dष',
    '葛\u{e0100}城',
    '\ue000',
    '🦊',
  ])('may be %j', (text) => {
    expect([isLine(text), isOptionalLine(text), isBlank(text)]).toEqual([true, true, false]);
  });

  it.each([
    ...['\u0000', '\u0007', '\t', '\n', '\u007f', '\u0085', '\u00ad', '\u061c', '\u200b', '\u200e', '\u200f'],
    ...['\u2028', '\u2029', '\u202a', '\u202e', '\u2060', '\u2066', '\u2069', '\u3164', '\ufeff', '\ufff9'],
    ...['\ud800', '\udc00', '\u{1d173}', '\u{e0001}', '\u{e0067}', '🦊\u{e0067}', '\u{e0fff}'],
  ])('has no %j', (hidden) => {
    for (const text of [`a${hidden}b`, `${hidden}ab`, `ab${hidden}`]) {
      expect([text, isLine(text), isOptionalLine(text)]).toEqual([text, false, false]);
    }
  });

  it.each([' ', '\u3000', '\u00a0\u2003', '\u200b', '\u200d', '\ufe0f', '\u2800', '\u3164', '\u202e'])(
    'is not %j alone',
    (text) => {
      expect([isLine(text), isOptionalLine(text), isBlank(text)]).toEqual([false, false, true]);
    },
  );

  it('may be empty only where it is optional', () => {
    expect([isLine(''), isOptionalLine(''), isBlank('')]).toEqual([false, true, true]);
  });

  it('has nothing that Unicode draws as nothing, but for joiners and variation selectors', () => {
    const shaping = /[\p{Join_Control}\p{Variation_Selector}]/u;
    const points = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
    const wrong = points.filter((text) => {
      const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{DI}\ufff9-\ufffb]/u.test(text);
      return isOptionalLine(`a${text}`) === (hidden && !shaping.test(text));
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['users 2026.csv', 'users 2026.csv'],
    ['名簿.csv', '名簿.csv'],
    ['a\u202evsc.exe\u0007', 'avsc.exe'],
    ['👩\u200d👧.csv', '👩\u200d👧.csv'],
    ['🏴\u{e0067}\u{e0062}\u{e007f}.csv', '🏴.csv'],
    ['\u200b \n', ''],
    ['x'.repeat(30), 'x'.repeat(20)],
    [`${'x'.repeat(19)}🦊`, 'x'.repeat(19)],
    ['\ud800', ''],
  ])('is made of %j', (text, line) => {
    expect([readableLine(text, 20), isOptionalLine(readableLine(text, 20))]).toEqual([line, true]);
  });

  it('is checked in time proportional to its length', () => {
    const long = '🏴\u{e0067}a'.repeat(100_000);
    expect([isOptionalLine(long), isOptionalLine(`${long}\u202e`)]).toEqual([true, false]);
  });
});
