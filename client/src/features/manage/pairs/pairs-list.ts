import { msg } from '@lingui/core/macro';
import { OwnerName } from '#client/features/manage/pick/owner-name.tsx';
import type { FilterDefinition, ListDefinition } from '#client/features/manage/table/list-definition.ts';

const state: FilterDefinition = {
  kind: 'choice',
  name: 'state',
  label: msg`State`,
  options: [
    { value: 'VERIFIED', label: msg`Approved` },
    { value: 'INVITED', label: msg`Waiting for approval` },
  ],
};

export const pairsList: ListDefinition = {
  name: 'pairs',
  sorts: ['created', 'label', 'state'],
  filters: [
    state,
    { kind: 'days', name: 'created', label: msg`Created` },
    { kind: 'reference', name: 'owner', label: msg`Invited by`, Name: OwnerName },
  ],
};

/** On the page of one user or device. */
export const partyPairsList: ListDefinition = {
  name: 'party-pairs',
  sorts: ['created', 'state'],
  filters: [state],
};
