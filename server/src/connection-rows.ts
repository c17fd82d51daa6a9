import type { Insertable } from 'kysely';
import type { DeviceId, UserId } from '#protocol/ids.ts';
import type { Trx } from './db/database.ts';
import type { ConnectionsTable } from './db/history-tables.ts';

/** Whose history a row belongs to. */
export interface HistoryOwner {
  readonly user_id: UserId | null;
  readonly device_id: DeviceId | null;
}

/**
 * Adds a row to someone's call history, once however often it is tried. Anyone who was deleted during the call has one like
 * all their others: its id leads nowhere, and the customer's statistics count it.
 */
export async function addConnection(
  trx: Trx,
  row: Insertable<ConnectionsTable> & HistoryOwner,
): Promise<void> {
  // Looked up before: a violated foreign key would abort the whole transaction.
  if (!(await isCustomerThere(trx, row))) return;
  await trx
    .insertInto('connections')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locked until the end of the transaction: no one is deleted between the look and the row that depends on it. */
export async function isThere(trx: Trx, { user_id, device_id }: HistoryOwner): Promise<boolean> {
  const row =
    user_id !== null
      ? await trx.selectFrom('users').where('id', '=', user_id).select('id').forKeyShare().executeTakeFirst()
      : device_id !== null &&
        (await trx
          .selectFrom('devices')
          .where('id', '=', device_id)
          .select('id')
          .forKeyShare()
          .executeTakeFirst());
  return Boolean(row);
}

async function isCustomerThere(trx: Trx, { customer_id }: Insertable<ConnectionsTable>): Promise<boolean> {
  const row = await trx
    .selectFrom('customers')
    .where('id', '=', customer_id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
