import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CUSTOMER } from '#client/features/manage/shell/scope.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { type FieldText, type Reader, time } from './value-texts.ts';

/** What the resource itself has to say of a field. */
type TextOf = (field: string) => FieldText | undefined;

const state = msg`State`;
const customer = msg`Customer`;
const owner = msg`Owner`;

/** Fields of lists that no one changes, so that only exports name them. They have the headings of the lists. */
export const headings: Readonly<Record<string, MessageDescriptor>> = {
  action: msg`Action`,
  actorName: msg`By`,
  address: msg`IP address`,
  audience: msg`Audience`,
  by: msg`By`,
  bytes: msg`Data`,
  callKind: msg`Kind of call`,
  changes: msg`Before and after`,
  connectionQuality: msg`Quality`,
  created: msg`Created`,
  customer,
  customerName: customer,
  datetime: msg`Time`,
  deviceCount: msg`Devices`,
  duration: msg`Duration`,
  email: msg`E-mail address`,
  ending: msg`How it ended`,
  endReason: msg`How it ended`,
  kind: msg`Kind of call`,
  label: msg`Name`,
  lastSeen: msg`Last seen`,
  managerCount: msg`Managers`,
  memberLabel: msg`Members`,
  name: msg`Name`,
  object: msg`Object`,
  online: msg`Connection`,
  owner,
  ownerName: owner,
  registered: msg`Registered`,
  relayed: msg`Relayed`,
  resource: msg`Object`,
  search: msg`Search`,
  seen: msg`Last seen`,
  serialLong: msg`Serial number, long form`,
  serialPrinted: msg`Serial number`,
  state,
  task: msg`Task`,
  title: msg`Task`,
  type: msg`Role`,
  userCount: msg`Users`,
  verified: state,
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
const UNSAID: ReadonlySet<string> = new Set(['page', 'pageSize', 'audience']);

const ORDER = /^order\[(.+)\]$/;
const BOUND = /^(.+)\[(?:strictly_)?(after|before)\]$/;

/** A field of an entry about an export, which are the same for every list. */
export function exportText(field: string, textOf: TextOf): FieldText | undefined {
  const labelOf = (name: string, { i18n }: Reader): string => {
    const label = textOf(name)?.label ?? (Object.hasOwn(headings, name) ? headings[name] : undefined);
    return label ? i18n._(label) : name;
  };
  switch (field) {
    case 'query':
      return { label: FILTERS, show: (text, reader) => queryInWords(text, textOf, labelOf, reader) };
    case 'columns':
      return {
        label: COLUMNS,
        show: (text, reader) =>
          text
            .split(', ')
            .map((name) => labelOf(name, reader))
            .join(', '),
      };
    case 'rows':
      return { label: ROWS };
    default:
      return undefined;
  }
}

/** The customers that the query of an export names. */
export const customersIn = (query: string): readonly string[] =>
  [...new URLSearchParams(query)].flatMap(([name, value]) =>
    withoutBrackets(name) === CUSTOMER ? idOfIri(value) : [],
  );

/** Removes the `[]` of a parameter that can be repeated. */
const withoutBrackets = (name: string): string => name.replace(/\[\]$/, '');

function queryInWords(
  query: string,
  textOf: TextOf,
  labelOf: (name: string, reader: Reader) => string,
  reader: Reader,
): string {
  const { i18n } = reader;
  const partOf = (given: string, value: string): string => {
    const [, sorted] = ORDER.exec(given) ?? [];
    if (sorted !== undefined) {
      const label = labelOf(sorted, reader);
      return `${i18n._(ORDERED)}: ${i18n._((value === 'desc' ? descending : ascending)(label))}`;
    }
    const [, field, side] = BOUND.exec(given) ?? [];
    if (field !== undefined) {
      const moment = time(value, reader);
      return `${labelOf(field, reader)}: ${i18n._((side === 'after' ? from : until)(moment))}`;
    }
    const name = withoutBrackets(given);
    const shown =
      name === CUSTOMER
        ? (reader.customers?.get(idOfIri(value)) ?? value)
        : (textOf(name)?.show?.(value, reader) ?? value);
    return `${labelOf(name, reader)}: ${shown}`;
  };
  return [...new URLSearchParams(query)]
    .filter(([name]) => !UNSAID.has(name))
    .map(([name, value]) => partOf(name, value))
    .join('; ');
}
