import { resources } from '#protocol/rest/api.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import type { ExportColumn } from '#server/db/task-tables.ts';

export interface CellOptions {
  /** IANA name. */
  readonly timeZone: string;
  readonly lang: 'ja' | 'en';
}

/** What stands in each column for one item, as a cell of a table. */
export function cellsOf(
  resource: ExportedResource,
  columns: readonly ExportColumn[],
  { timeZone, lang }: CellOptions,
): (item: object) => readonly unknown[] {
  const { fields } = resources[resource];
  const format = timeFormat(timeZone);
  const cells = columns.map(({ field, words }) => {
    const isTime = isTimeSchema(Reflect.get(fields, field)?.schema);
    return (item: object): unknown => {
      const value: unknown = Reflect.get(item, field);
      if (value === null || value === undefined) return '';
      const word = words?.[String(value)];
      if (word !== undefined) return word;
      if (typeof value === 'string') return isTime ? format(value) : value;
      return typeof value === 'object' ? textOf(value, lang, words) : value;
    };
  });
  return (item) => cells.map((cell) => cell(item));
}

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

/** `YYYY-MM-DD HH:mm:ss` (specification U11), which spreadsheets take as a time. */
function timeFormat(timeZone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (time) => {
    const moment = new Date(time);
    return Number.isNaN(moment.getTime()) ? time : format.format(moment);
  };
}
