import { msg } from '@lingui/core/macro';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const devicesList: ListDefinition = {
  name: 'devices',
  sorts: ['registered', 'serialPrinted', 'name', 'state', 'lastSeen'],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'ENABLED', label: msg`Enabled` },
        { value: 'DISABLED', label: msg`Disabled` },
      ],
    },
    {
      kind: 'choice',
      name: 'online',
      label: msg`Connection`,
      options: [
        { value: 'true', label: msg`Online` },
        { value: 'false', label: msg`Offline` },
      ],
    },
    { kind: 'days', name: 'registered', label: msg`Registered` },
  ],
};
