import { type RawBuilder, sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';

/** Which customers are counted; null: all of them. */
export type CustomerScope = readonly CustomerId[] | null;

/** The rows of those customers. */
export const ofCustomers = (customers: CustomerScope, column: string): RawBuilder<boolean> => {
  if (customers === null) return sql<boolean>`true`;
  if (customers.length === 0) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} in (${sql.join(customers)})`;
};
