const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The beginning of a text, at most so many UTF-16 units long. The one way to cut what people have typed: it ends with a whole letter or emoji
 * of however many code points, and never with half of a surrogate pair, which neither PostgreSQL nor an address takes. Only a single
 * letter that is longer by itself is cut between its code points.
 */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = graphemes.segment(text).containing(length)?.index ?? 0;
  return end > 0 ? text.slice(0, end) : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** The beginning with an ellipsis where the text is longer, with it at most so many UTF-16 units long. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${beginningOf(text, length - 1)}…` : text;

/**
 * One spelling of full and half width, of composed and decomposed letters (NFKC): `ｶﾞ` is `ガ`, `＠` is `@`. For codes and mail addresses, and
 * for both sides of a comparison; names are stored as they were typed.
 */
export const foldWidth = (text: string): string => text.normalize('NFKC');

/** What a text is found by: in one width and in lower case. */
export const searchKey = (text: string): string => foldWidth(text).toLowerCase();

/**
 * For a character class. Control characters, line separators, halves of surrogate pairs (PostgreSQL stores neither those nor
 * U+0000), marks that turn the direction of the text beside them (UAX #9), and Default_Ignorable_Code_Point but for `SHAPING`.
 */
const HIDDEN = [
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e',
  '\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}',
  '\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}',
].join('');

/** Joiners and variation selectors, which emoji, Persian, Indic and Mongolian words and variants of kanji need. */
const SHAPING = '\\u200c\\u200d\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';

/** U+2800 is Braille without dots. */
const VISIBLE = `[^\\s\\u2800${HIDDEN}${SHAPING}]`;

/** Flags like that of Scotland are a black flag and tags, which are hidden anywhere else. */
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007f}]+';

const READABLE = `(?=.*${VISIBLE})[^${HIDDEN}]*(?:${FLAG}[^${HIDDEN}]*)*`;

/** The one rule for names and titles: a line with something visible and nothing hidden. Needs the flag `u`, as JSON Schema has it. */
export const LINE = `^${READABLE}$`;
/** The same for a name that may be empty. */
export const OPTIONAL_LINE = `^(?:${READABLE})?$`;

const optionalLine = new RegExp(OPTIONAL_LINE, 'u');
const visible = new RegExp(VISIBLE, 'u');
const hidden = new RegExp(`[${HIDDEN}]`, 'gu');

/** Whether a text passes as a name that may be empty. */
export const isOptionalLine = (text: string): boolean => optionalLine.test(text);

/** Whether a text is empty or shows nothing: spaces in any script, and characters of no width. */
export const isBlank = (text: string): boolean => !visible.test(text);

/**
 * The text as a name may be (`OPTIONAL_LINE`), at most so many UTF-16 units long. Removes hidden characters; empty where nothing
 * visible is left.
 */
export function readableLine(text: string, length: number): string {
  const line = beginningOf(text.replaceAll(hidden, ''), length);
  return isBlank(line) ? '' : line;
}
