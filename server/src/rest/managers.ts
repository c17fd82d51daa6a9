import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import type { Trx } from '#server/db/database.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import { managedIds, userIdOf } from './parties.ts';
import { isOneOf, isOneOfIds, not } from './row-source.ts';

/**
 * Refuses a manager who acts on someone who manages customers that this manager does not: through that person the manager
 * would reach them. Such a person can only be read (access-reachability.slow.test.ts).
 */
export async function assertNotAbove(context: ChangeContext, userId: UserId): Promise<void> {
  const above = await peopleAbove(context, [userId]);
  if (above.size > 0) throw new AppError('manages-elsewhere');
}

/** Those of these users on whom `assertNotAbove` does not let the asker act. */
export async function peopleAbove(
  { principal, db }: RequestContext,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const others = userIds.filter((id) => principal && id !== userIdOf(principal));
  if (principal?.kind !== 'manager' || others.length === 0) return new Set();
  const rows = await db
    .selectFrom('customer_managers')
    .where(isOneOfIds(sql.ref('user_id'), others))
    .where(not(isOneOf(sql.ref('customer_id'), managedIds(principal))))
    .select('user_id')
    .distinct()
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

export async function customersOfManager(db: Trx, userId: UserId): Promise<readonly CustomerId[]> {
  const rows = await db
    .selectFrom('customer_managers')
    .where('user_id', '=', userId)
    .select('customer_id')
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/**
 * Anyone who changes who manages what locks the user first, then the customers in the order of their ids: so no two such
 * changes wait for each other.
 */
export async function lockUser(db: Trx, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(db);
}

/** Takes customers from a manager. Throws `last-manager` where a manager would leave one of them without any. */
export async function takeCustomers(
  context: ChangeContext,
  userId: UserId,
  customers: readonly CustomerId[],
): Promise<void> {
  const { db, who } = context;
  if (customers.length === 0) return;
  await db
    .selectFrom('customers')
    .where('id', 'in', customers)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute();
  if (who !== 'admin') await assertOthersManage(db, userId, customers);
  await db
    .deleteFrom('customer_managers')
    .where('user_id', '=', userId)
    .where('customer_id', 'in', customers)
    .execute();
  await raiseCustomers(db, customers);
  for (const id of customers) {
    const changes = [{ field: 'managers', before: iri('users', userId), after: null, refers: true }];
    await context.audit('remove-manager', 'customers', id, id, { changes });
  }
}

async function assertOthersManage(db: Trx, userId: UserId, customers: readonly CustomerId[]): Promise<void> {
  const others = await db
    .selectFrom('customer_managers')
    .where('customer_id', 'in', customers)
    .where('user_id', '<>', userId)
    .select('customer_id')
    .distinct()
    .execute();
  if (others.length < customers.length) throw new AppError('last-manager');
}

/** A customer's managers are part of what it shows. */
export async function raiseCustomers(db: Trx, customers: readonly CustomerId[]): Promise<void> {
  await db
    .updateTable('customers')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', 'in', customers)
    .execute();
}

/** Tells live sessions whether the user is a manager, and of which customers. */
export async function publishRole(context: ChangeContext, userId: UserId): Promise<void> {
  const user = await context.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('is_manager')
    .executeTakeFirst();
  if (!user) return;
  const manages = user.is_manager ? await customersOfManager(context.db, userId) : null;
  context.publish({ type: 'role-changed', userId, manages });
}
