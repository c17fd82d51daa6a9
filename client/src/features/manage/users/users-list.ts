import { msg } from '@lingui/core/macro';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const usersList: ListDefinition = {
  name: 'users',
  sorts: ['registered', 'email', 'nickname', 'verified'],
  filters: [
    {
      kind: 'choice',
      name: 'verified',
      label: msg`State`,
      options: [
        { value: 'VERIFIED', label: msg`Verified` },
        { value: 'UNVERIFIED', label: msg`Invited or not verified` },
      ],
    },
    {
      kind: 'choice',
      name: 'type',
      label: msg`Role`,
      options: [
        { value: 'USER', label: msg`User` },
        { value: 'MANAGER', label: msg`Manager` },
      ],
    },
    { kind: 'days', name: 'registered', label: msg`Registered` },
  ],
};
