import { msg } from '@lingui/core/macro';
import type {
  FilterDefinition,
  FilterOption,
  ListDefinition,
} from '#client/features/manage/table/list-definition.ts';
import { ActorName } from './actor-name.tsx';
import { actionTexts, resourceTexts } from './log-texts.ts';

const optionsOf = (texts: typeof actionTexts): readonly FilterOption[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const when: FilterDefinition = { kind: 'days', name: 'datetime', label: msg`Time` };
const what: FilterDefinition = {
  kind: 'choice',
  name: 'action',
  label: msg`Action`,
  options: optionsOf(actionTexts),
};

export const logsList: ListDefinition = {
  name: 'logs',
  sorts: ['datetime'],
  filters: [
    when,
    what,
    { kind: 'choice', name: 'resource', label: msg`Object`, options: optionsOf(resourceTexts) },
    { kind: 'reference', name: 'actorId', label: msg`By`, Name: ActorName },
    { kind: 'reference', name: 'resourceId', label: msg`Object` },
  ],
};

/** Of one object. */
export const objectLogList: ListDefinition = {
  name: 'object-log',
  sorts: ['datetime'],
  filters: [when, what],
};
