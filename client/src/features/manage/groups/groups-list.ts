import { msg } from '@lingui/core/macro';
import { OwnerName } from '#client/features/manage/pick/owner-name.tsx';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const groupsList: ListDefinition = {
  name: 'groups',
  sorts: ['created', 'name', 'start', 'end', 'owner'],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'now', label: msg`Open now` },
        { value: 'before', label: msg`Not open yet` },
        { value: 'after', label: msg({ message: 'Ended', context: 'group' }) },
      ],
    },
    { kind: 'reference', name: 'owner', label: msg`Owner`, Name: OwnerName },
  ],
};
