import { msg } from '@lingui/core/macro';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const notificationsList: ListDefinition = {
  name: 'notifications',
  sorts: ['datetime'],
  filters: [{ kind: 'days', name: 'datetime', label: msg`Appears` }],
};
