import { sql } from 'kysely';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { Change } from './change.ts';

/**
 * Who was made with the role of a manager manages the own customer from the moment the address is verified: before it no
 * one can be given a customer, and without one the console is empty. The user is locked already.
 */
export async function manageOwnCustomer({ db, publish }: Change, userId: UserId): Promise<void> {
  const { rows } = await sql<{ customer_id: CustomerId }>`
    insert into customer_managers (customer_id, user_id)
    select customer_id, id from users
    where id = ${userId} and is_manager
      and not exists (select from customer_managers where user_id = users.id)
    returning customer_id`.execute(db);
  const manages = rows.map((row) => row.customer_id);
  if (manages.length === 0) return;
  // A customer's managers are part of what it shows.
  await db
    .updateTable('customers')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', 'in', manages)
    .execute();
  publish({ type: 'role-changed', userId, manages });
}
