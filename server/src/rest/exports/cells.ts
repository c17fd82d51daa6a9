import { resources } from '#protocol/rest/api.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import type { ExportColumn } from '#server/db/task-tables.ts';
import { type CellOptions, derivedColumn } from './derived.ts';
import { formatTime } from './format-time.ts';

/** Among the words of a column: what is written where there is no value. */
const NO_VALUE = '';

/** What stands in each column for one item, as a cell of a table. */
export function cellsOf(
  resource: ExportedResource,
  columns: readonly ExportColumn[],
  options: CellOptions,
): (item: object) => readonly unknown[] {
  const { fields } = resources[resource];
  const { timeZone, lang } = options;
  const format = formatTime(timeZone);
  const cells = columns.map(({ field, words = {} }) => {
    const derive = derivedColumn(resource, field);
    if (derive)
      return (item: object) => onOneLine(derive(item as Readonly<Record<string, unknown>>, words, options));
    const isTime = isTimeSchema(Reflect.get(fields, field)?.schema);
    return (item: object): unknown => {
      const value: unknown = Reflect.get(item, field);
      const isNothing = value === null || value === undefined;
      const key = isNothing ? NO_VALUE : String(value);
      if (Object.hasOwn(words, key)) return words[key];
      if (isNothing) return '';
      if (typeof value === 'string') return isTime ? format(value) : onOneLine(value);
      return typeof value === 'object' ? onOneLine(textOf(value, lang, words)) : value;
    };
  });
  return (item) => cells.map((cell) => cell(item));
}

/** Programs that read CSV line by line take a line break in a cell for the end of the row. */
const onOneLine = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().replace(/\s*[\r\n]+\s*/g, ' ') : value;

/** Texts of both languages in the one that was asked for, lists one after the other with what their items have, all else as JSON. */
function textOf(value: object, lang: 'ja' | 'en', words: ExportColumn['words']): string {
  if (Array.isArray(value)) {
    const partsOf = (each: unknown): readonly unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [each];
    return value
      .map((each: unknown) =>
        partsOf(each)
          .map(
            (part) =>
              words?.[String(part)] ?? (typeof part === 'object' ? JSON.stringify(part) : String(part)),
          )
          .join(': '),
      )
      .join(', ');
  }
  const translated: unknown = 'ja' in value && 'en' in value ? value[lang] : undefined;
  return typeof translated === 'string' ? translated : JSON.stringify(value);
}

/** Itself, or one of several. */
function isTimeSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('format' in schema) return schema.format === 'date-time';
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some(isTimeSchema);
}
