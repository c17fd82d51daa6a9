import { msg } from '@lingui/core/macro';
import { OwnerName } from '#client/features/manage/pick/owner-name.tsx';
import { type ListDefinition, optionsOf } from '#client/features/manage/table/list-definition.ts';
import { stateText } from '#client/stage/recordings/state-text.ts';

export const recordingsList: ListDefinition = {
  name: 'recordings',
  sorts: ['start'],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: msg`State`,
      options: optionsOf(stateText, 'starting', 'recording', 'finishing', 'ready', 'interrupted', 'failed'),
    },
    { kind: 'days', name: 'start', label: msg`Started` },
    { kind: 'reference', name: 'owner', label: msg`Owner`, Name: OwnerName },
  ],
};
