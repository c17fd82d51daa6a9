import { API_PREFIX, idOfIri } from '#protocol/rest/field.ts';
import { formatTime } from './format-time.ts';

type Words = Readonly<Record<string, string>>;

interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface TextOptions {
  readonly timeZone: string;
}

const SEPARATOR = ', ';
const NOTHING = '–';
const CUT_OFF = '…';
/** What is searched for may look like an id, and is none. */
const SEARCH = 'search';
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const TEXT_OF_LANGUAGE = /"(ja|en)":"((?:[^"\\]|\\.)*)/g;
const ORDER = /^order\[(.+)\]$/;
const BOUND = /^(.+)\[(?:strictly_)?(after|before)\]$/;
/** Parts of a list's query that don't narrow an export. */
const UNSAID: ReadonlySet<string> = new Set(['page', 'pageSize', 'cursor', 'settled', 'audience']);

const own = (words: Words, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

/** The kind of object and its name, such as 'User Aoi'; of a feature the service and the customer, as the console shows them. */
export function objectText(resource: string, name: unknown, words: Words): string {
  const kind = own(words, resource) ?? resource;
  if (typeof name !== 'string' || name === '') return kind;
  const text = partsText(name, `${resource}.objectName=`, words);
  if (resource !== 'features') return `${kind} ${text}`;
  const parts = text.split(', ');
  return [parts.pop(), ...parts].join(', ');
}

/**
 * What an entry says was changed, as the console writes it: 'Name: A → B'.
 *
 * Keys of the words: `users.email` the label of a field, `users.lang=ja` a value of it, `users.lang=*` a text around any value,
 * `groups.end=` no value. A task's rows have no resource: their keys begin with the dot. The title of a column is `pairs#label`, unless the
 * label of the field is the same. Filters are `users?verified` and `users?verified=UNVERIFIED`, unless fields have the same words, or `search`
 * of any list. `deleted users`, `deleted ` and `unreadable` stand for objects without a name, and `order`, `ascending`, `descending`, `after`
 * and `before` are texts of filters.
 */
export function changesText(
  item: Readonly<Record<string, unknown>>,
  words: Words,
  options: TextOptions,
): string {
  const { changes, action = 'update', resource = '' } = item;
  if (!Array.isArray(changes)) return '';
  return (changes as readonly Change[])
    .map(({ field, before, after }) => {
      const key = `${String(resource)}.${field}`;
      // An object that was added had no value before, a deleted one has none after.
      const none = (action === 'update' ? own(words, `${key}=`) : undefined) ?? NOTHING;
      const shown = (value: string | null) => {
        if (!value) return none;
        if (own(words, key) === undefined) {
          if (field === 'query') return queryText(value, item, words, options);
          if (field === 'columns') return columnsText(value, String(resource), words);
        }
        return valueText(value, key, words, options);
      };
      return `${own(words, key) ?? own(words, field) ?? field}: ${shown(before)} → ${shown(after)}`;
    })
    .join(SEPARATOR);
}

function valueText(value: string, key: string, words: Words, { timeZone }: TextOptions): string {
  if (TIME.test(value)) return formatTime(timeZone)(value);
  const around = own(words, `${key}=*`);
  if (around !== undefined) return around.replace('*', () => value);
  const texts = [...value.matchAll(TEXT_OF_LANGUAGE)].filter(([, , written]) => written);
  if (value.startsWith('{') && texts.length > 0) {
    return texts
      .map(([, code = '', written = '']) => `${languageName(code)}: ${unescaped(written)}`)
      .join(SEPARATOR);
  }
  return partsText(value, `${key}=`, words);
}

/** One or several values, each in its words. */
const partsText = (value: string, prefix: string, words: Words): string =>
  value
    .split(SEPARATOR)
    .map((part) => own(words, prefix + part) ?? part)
    .join(SEPARATOR);

const columnsText = (value: string, resource: string, words: Words): string =>
  value
    .split(SEPARATOR)
    .map((name) => columnText(name, resource, words))
    .join(SEPARATOR);

const columnText = (name: string, resource: string, words: Words): string =>
  own(words, `${resource}#${name}`) ?? own(words, `${resource}.${name}`) ?? own(words, name) ?? name;

/** An object that filters refer to, as the log shows it. */
interface Reference {
  readonly id: string;
  readonly resource: string | null;
  readonly name: string | null;
  readonly isDeleted: boolean;
}

/** The name of what a filter refers to; undefined if it refers to nothing. */
function referenceText(
  value: string,
  references: readonly Reference[],
  words: Words,
  { timeZone }: TextOptions,
): string | undefined {
  const reference = references.find(({ id }) => id === idOfIri(value));
  if (reference === undefined) return value.startsWith(`${API_PREFIX}/`) ? CUT_OFF : undefined;
  const { resource, name, isDeleted } = reference;
  if (isDeleted) return own(words, `deleted ${resource}`) ?? own(words, 'deleted ') ?? NOTHING;
  if (name === null) return own(words, 'unreadable') ?? NOTHING;
  return TIME.test(name) ? formatTime(timeZone)(name) : name || NOTHING;
}

function queryText(
  query: string,
  { resource, references = [] }: Readonly<Record<string, unknown>>,
  words: Words,
  options: TextOptions,
): string {
  const labelOf = (name: string) =>
    own(words, `${String(resource)}?${name}`) ??
    own(words, `${String(resource)}.${name}`) ??
    columnText(name, String(resource), words);
  const around = (key: string, text: string) => (own(words, key) ?? '*').replace('*', () => text);
  return [...new URLSearchParams(query)]
    .filter(([name]) => !UNSAID.has(name))
    .map(([given, value]) => {
      const [, sorted] = ORDER.exec(given) ?? [];
      if (sorted !== undefined) {
        return `${own(words, 'order') ?? 'order'}: ${around(value === 'desc' ? 'descending' : 'ascending', columnText(sorted, String(resource), words))}`;
      }
      const [, field, side = ''] = BOUND.exec(given) ?? [];
      if (field !== undefined)
        return `${labelOf(field)}: ${around(side, formatTime(options.timeZone)(value))}`;
      const name = given.replace(/\[\]$/, '');
      const shown =
        (name === SEARCH
          ? value
          : referenceText(value, references as readonly Reference[], words, options)) ??
        own(words, `${String(resource)}?${name}=${value}`) ??
        own(words, `${String(resource)}.${name}=${value}`);
      return `${labelOf(name)}: ${shown ?? own(words, `${name}=${value}`) ?? value}`;
    })
    .join('; ');
}

const languageName = (code: string): string => (code === 'ja' ? '日本語' : 'English');

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // The end of a long text is cut off, maybe within an escape.
    return written;
  }
}
