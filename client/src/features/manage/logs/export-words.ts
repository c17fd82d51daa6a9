import type { I18n, MessageDescriptor } from '@lingui/core';
import { columnTexts } from './column-texts.ts';
import {
  ascending,
  COLUMNS,
  descending,
  FILTERS,
  from,
  headings,
  ORDERED,
  ROWS,
  until,
} from './export-texts.ts';
import { exportTextsOf, fieldTexts } from './field-texts.ts';
import { filterTexts } from './filter-texts.ts';
import { actorTexts, resourceTexts, showObjectName } from './log-texts.ts';
import { GONE, goneTexts, UNREADABLE } from './reference-text.ts';

type Texts = Iterable<readonly [string, MessageDescriptor | string]>;
type Words = Readonly<Record<string, string>>;

/** Begins the keys for deleted objects. */
const DELETED = 'deleted ';

const inWords = (i18n: I18n, texts: Texts): Words =>
  Object.fromEntries([...texts].map(([key, text]) => [key, typeof text === 'string' ? text : i18n._(text)]));

/** For the columns of an exported log; the keys of `changes`: server/src/rest/exports/change-text.ts. */
export const logExportWords = (i18n: I18n): Readonly<Record<'object' | 'by' | 'changes', Words>> => ({
  object: inWords(i18n, [...Object.entries(resourceTexts), ...objectNames()]),
  by: inWords(i18n, Object.entries(actorTexts)),
  changes: inWords(i18n, [
    ...Object.keys(resourceTexts).flatMap((resource) => [
      ...textsOfFields(resource, resource),
      ...titlesOf(i18n, resource),
    ]),
    ...Object.entries(headings),
    ...Object.entries(goneTexts).map(([resource, text]) => [`${DELETED}${resource}`, text] as const),
    [DELETED, GONE],
    ['unreadable', UNREADABLE],
    ['query', FILTERS],
    ['columns', COLUMNS],
    ['rows', ROWS],
    ['order', ORDERED],
    ['descending', descending('*')],
    ['ascending', ascending('*')],
    ['after', from('*')],
    ['before', until('*')],
  ]),
});

/** For changes that do not name the resource themselves, as those of a task's rows. */
export const changeWords = (i18n: I18n, resource: string): Words =>
  inWords(i18n, textsOfFields(resource, ''));

function* textsOfFields(resource: string, prefix: string): Texts {
  for (const [field, { label, show, none }] of Object.entries({
    ...filterTexts[resource],
    ...fieldTexts[resource],
  })) {
    const key = `${prefix}.${field}`;
    yield [key, label];
    if (none) yield [`${key}=`, none];
    for (const [value, text] of Object.entries(show?.texts ?? {})) yield [`${key}=${value}`, text];
  }
}

/** Titles of columns that no label of a field says already. */
function* titlesOf(i18n: I18n, resource: string): Texts {
  const texts = exportTextsOf(resource);
  const titles: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = columnTexts;
  for (const [field, title] of Object.entries(titles[resource] ?? {})) {
    const known = texts.ofField(field)?.label ?? headings[field];
    if (!known || i18n._(known) !== i18n._(title)) yield [`${resource}#${field}`, title];
  }
}

function* objectNames(): Texts {
  for (const [resource, { texts }] of Object.entries(showObjectName)) {
    for (const [name, text] of Object.entries(texts)) yield [`${resource}.objectName=${name}`, text];
  }
}
