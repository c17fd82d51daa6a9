import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listFreely } from '#client/api/call-api.ts';
import { CHOICES_STALE_MS } from '#client/api/queries/choices-stale.ts';
import { iri } from '#protocol/rest/field.ts';

/** Of each kind: more are found by more letters. */
const SHOWN = 8;

/** A user or a device that can own something. */
export interface Owner {
  readonly kind: 'user' | 'device';
  readonly id: string;
  /** The address. */
  readonly value: string;
  readonly label: string;
  /** Mail address, or serial number of a device that has a name. */
  readonly details: string;
}

/** @param customerIds null: of all customers */
export async function foundOwners(
  customerIds: readonly string[] | null,
  search: string,
  signal: AbortSignal,
): Promise<readonly Owner[]> {
  const query = {
    pageSize: SHOWN,
    ...(search && { search }),
    ...(customerIds && { customer: customerIds }),
  };
  const [users, devices] = await Promise.all([
    listFreely('users', query, { signal }),
    listFreely('devices', query, { signal }),
  ]);
  return [
    ...users['hydra:member'].map(
      ({ id, name, email }): Owner => ({
        kind: 'user',
        id,
        value: iri('users', id),
        label: name,
        details: email,
      }),
    ),
    ...devices['hydra:member'].map(
      ({ id, name, serialPrinted }): Owner => ({
        kind: 'device',
        id,
        value: iri('devices', id),
        label: name || serialPrinted,
        details: name && serialPrinted,
      }),
    ),
  ];
}

/**
 * Users and devices by a part of their name, mail address or serial number.
 *
 * @param customerIds null: of all customers
 */
export const foundOwnersQuery = (customerIds: readonly string[] | null, search: string) =>
  queryOptions({
    queryKey: ['users', 'owners', customerIds, search],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => foundOwners(customerIds, search, signal),
  });

/** The name of a user or device; its id if it is neither, or not the asker's to see. */
export const ownerNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'owner name', id],
    queryFn: async ({ signal }): Promise<string> => {
      const [users, devices] = await Promise.all([
        listFreely('users', { id }, { signal }),
        listFreely('devices', { id }, { signal }),
      ]);
      const found = users['hydra:member'][0] ?? devices['hydra:member'][0];
      if (!found) return id;
      return 'serialPrinted' in found ? found.name || found.serialPrinted : found.name;
    },
  });
