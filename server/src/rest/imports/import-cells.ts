import { foldWidth, searchKey } from '#protocol/text.ts';
import { invalidField } from '#server/errors.ts';

/** A row of a file: texts by the name of their field; what is empty is not given. */
export type Cells = Readonly<Record<string, string>>;

export const textOf = (cells: Cells, field: string): string | undefined => {
  const text = cells[field]?.trim() ?? '';
  return text === '' ? undefined : text;
};

/** The same of a mail address or a serial number, in one width. */
export const codeOf = (cells: Cells, field: string): string | undefined => {
  const text = textOf(cells, field);
  return text === undefined ? undefined : foldWidth(text);
};

const YES = new Set(['true', 'yes', '1', 'はい']);
const NO = new Set(['false', 'no', '0', 'いいえ']);

export function booleanOf(cells: Cells, field: string): boolean | undefined {
  const text = codeOf(cells, field)?.toLowerCase();
  if (text === undefined) return undefined;
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  throw invalidField(field, 'invalid', 'The value must be yes or no.');
}

/** The roles as the console's export writes them. */
const ROLES: ReadonlyMap<string, boolean> = new Map([
  ['manager', true],
  ['管理者', true],
  ['user', false],
  ['ユーザー', false],
]);

/** Reads yes, no, or the name of a role. */
export const isManagerOf = (cells: Cells, field: string): boolean | undefined =>
  ROLES.get(searchKey(textOf(cells, field) ?? '')) ?? booleanOf(cells, field);

const LANGUAGES: Readonly<Record<string, string>> = {
  english: 'en',
  英語: 'en',
  japanese: 'ja',
  日本語: 'ja',
};
const STATES: Readonly<Record<string, string>> = {
  enabled: 'ENABLED',
  有効: 'ENABLED',
  disabled: 'DISABLED',
  無効: 'DISABLED',
};

/** A value that also has names in both languages, as the console writes it; what is no name is left to the check of the field. */
const named = (names: Readonly<Record<string, string>>) => (cells: Cells, field: string) => {
  const text = textOf(cells, field);
  return text === undefined ? undefined : (names[searchKey(text)] ?? text);
};
export const languageOf = named(LANGUAGES);
export const stateOf = named(STATES);

/** Without what is undefined. */
export const given = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
