import type { OperationReply } from '#client/api/api-types.ts';
import { EDIT_PAIR } from '#client/features/manage/pairs/edit-pair-link.tsx';

export type HitKind = keyof OperationReply<'search.find'>;

/** Where what a search finds is shown, below `/manager`. */
export const objectPages: Readonly<Record<HitKind, (id: string) => string>> = {
  users: (id) => `/manager/users/${id}`,
  devices: (id) => `/manager/devices/${id}`,
  pairs: (id) => `/manager/pairs?${new URLSearchParams({ [EDIT_PAIR]: id })}`,
  groups: (id) => `/manager/groups/${id}`,
  customers: (id) => `/manager/customer/${id}`,
};
