import { msg } from '@lingui/core/macro';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const customersList: ListDefinition = {
  name: 'customers',
  sorts: ['name', 'state', 'created'],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'VERIFIED', label: msg`Verified` },
        { value: 'UNVERIFIED', label: msg`Not verified` },
      ],
    },
  ],
};
