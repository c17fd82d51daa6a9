import { msg } from '@lingui/core/macro';
import { OwnerName } from '#client/features/manage/pick/owner-name.tsx';
import { reasonTexts } from '#client/features/manage/statistics/reason-text.ts';
import type { FilterDefinition, ListDefinition } from '#client/features/manage/table/list-definition.ts';

const kind: FilterDefinition = {
  kind: 'choice',
  name: 'kind',
  label: msg`Kind of call`,
  options: [
    { value: 'direct', label: msg`1-to-1` },
    { value: 'group', label: msg`Group` },
  ],
};
const start: FilterDefinition = { kind: 'days', name: 'start', label: msg`Started` };

const endReasons: FilterDefinition = {
  kind: 'choices',
  name: 'endReason',
  label: msg`How it ended`,
  options: Object.entries(reasonTexts).map(([value, label]) => ({ value, label })),
};

export const connectionsList: ListDefinition = {
  name: 'connections',
  sorts: ['start', 'duration'],
  filters: [
    kind,
    start,
    endReasons,
    {
      kind: 'choice',
      name: 'relayed',
      label: msg`Relayed`,
      options: [
        { value: 'true', label: msg`Yes` },
        { value: 'false', label: msg`No` },
      ],
    },
    { kind: 'reference', name: 'owner', label: msg`Participant`, Name: OwnerName },
    { kind: 'reference', name: 'peerId', label: msg`With`, Name: OwnerName },
    { kind: 'reference', name: 'callId', label: msg`Call` },
  ],
};

/** On the page of one user or device. */
export const partyCallsList: ListDefinition = {
  name: 'party-calls',
  sorts: ['start', 'duration'],
  filters: [kind, start],
};
