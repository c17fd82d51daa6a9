import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';

export const adminsList: ListDefinition = {
  name: 'admins',
  sorts: ['registered', 'email'],
  filters: [],
};
