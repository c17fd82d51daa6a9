import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { referenceText } from './reference-text.ts';
import { type FieldText, type Reader, time } from './value-texts.ts';

/** What the resource itself has to say of a name. */
export interface ExportTexts {
  readonly ofField: (name: string) => FieldText | undefined;
  readonly ofColumn: (name: string) => MessageDescriptor | undefined;
}

const customer = msg`Customer`;

/** Labels that lists have in common; those of columns: column-texts.ts. */
export const headings: Readonly<Record<string, MessageDescriptor>> = {
  customer,
  'owner.customer': customer,
  created: msg`Created`,
  id: msg`ID`,
  search: msg`Search`,
  updated: msg`Last changed`,
};

export const FILTERS = msg`Filters`;
export const COLUMNS = msg`Columns`;
export const ROWS = msg`Rows`;
export const ORDERED = msg`Order`;
export const descending = (label: string) => msg`${label}, descending`;
export const ascending = (label: string) => msg`${label}, ascending`;
export const from = (moment: string) => msg`from ${moment}`;
export const until = (moment: string) => msg`before ${moment}`;

/** Parts of a list that say nothing of what was exported: the console lists no notifications to one person. */
const UNSAID: ReadonlySet<string> = new Set(['page', 'pageSize', 'cursor', 'settled', 'audience']);

/** What is searched for may look like an id, and is none. */
const SEARCH = 'search';
const ORDER = /^order\[(.+)\]$/;
const BOUND = /^(.+)\[(?:strictly_)?(after|before)\]$/;

const common = (name: string): MessageDescriptor | undefined =>
  Object.hasOwn(headings, name) ? headings[name] : undefined;

/** The title of a column of an export. */
const columnLabel = ({ ofField, ofColumn }: ExportTexts, name: string) =>
  ofColumn(name) ?? ofField(name)?.label ?? common(name);

/** The label of a filter of an export. */
const filterLabel = ({ ofField, ofColumn }: ExportTexts, name: string) =>
  ofField(name)?.label ?? ofColumn(name) ?? common(name);

/** A field of an entry about an export. */
export function exportText(field: string, texts: ExportTexts): FieldText | undefined {
  switch (field) {
    case 'query':
      return { label: FILTERS, show: (text, reader) => queryInWords(text, texts, reader) };
    case 'columns':
      return {
        label: COLUMNS,
        show: (text, { i18n }) =>
          text
            .split(', ')
            .map((name) => inWords(columnLabel(texts, name), name, i18n))
            .join(', '),
      };
    case 'rows':
      return { label: ROWS };
    default:
      return undefined;
  }
}

const inWords = (text: MessageDescriptor | undefined, name: string, i18n: I18n): string =>
  text ? i18n._(text) : name;

/** Removes the `[]` of a parameter that can be repeated. */
const withoutBrackets = (name: string): string => name.replace(/\[\]$/, '');

function queryInWords(query: string, texts: ExportTexts, reader: Reader): string {
  const { i18n } = reader;
  const labelOf = (name: string) => inWords(filterLabel(texts, name), name, i18n);
  const partOf = (given: string, value: string): string => {
    const [, sorted] = ORDER.exec(given) ?? [];
    if (sorted !== undefined) {
      const label = inWords(columnLabel(texts, sorted), sorted, i18n);
      return `${i18n._(ORDERED)}: ${i18n._((value === 'desc' ? descending : ascending)(label))}`;
    }
    const [, field, side] = BOUND.exec(given) ?? [];
    if (field !== undefined) {
      const moment = time(value, reader);
      return `${labelOf(field)}: ${i18n._((side === 'after' ? from : until)(moment))}`;
    }
    const name = withoutBrackets(given);
    const shown = name === SEARCH ? value : referenceText(value, reader);
    return `${labelOf(name)}: ${shown ?? texts.ofField(name)?.show?.(value, reader) ?? value}`;
  };
  return [...new URLSearchParams(query)]
    .filter(([name]) => !UNSAID.has(name))
    .map(([name, value]) => partOf(name, value))
    .join('; ');
}
