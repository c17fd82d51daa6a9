import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { notifications as definition } from '#protocol/rest/resources/notification.ts';
import type { Db } from '#server/db/database.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { invalidField } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { chooseCustomer } from '#server/rest/customer-choice.ts';
import { bodyTime, dateFilters } from '#server/rest/date-filters.ts';
import { customerIdOf, customerIs, isManagedBy, readableCustomer, userIdOf } from '#server/rest/parties.ts';
import { anyOf, type Condition, containsByIndex, none, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const DAY_MS = 86_400_000;
const id = sql.ref<string>('notifications.id');
/** Users do not see it before it appears: to them it comes then. As the index has it (migrations/0051-updates.ts). */
const updated = sql<Date>`greatest(notifications.updated_at, notifications.appears_at)`;

const isUnread = (principal: Principal | null) => sql<boolean>`not exists (
  select 1 from notification_reads r
  where r.notification_id = notifications.id and r.user_id = ${principal && userIdOf(principal)})`;

/** The asker's own are few, and found first. */
const isRead = (principal: Principal | null) => sql<boolean>`notifications.id in (
  select r.notification_id from notification_reads r where r.user_id = ${principal && userIdOf(principal)})`;

const isTo: Readonly<Record<string, Condition>> = {
  everyone: sql<boolean>`num_nonnulls(notifications.user_id, notifications.customer_id) = 0`,
  customer: sql<boolean>`notifications.customer_id is not null`,
  person: sql<boolean>`notifications.user_id is not null`,
};

export const notificationsResource = serverResource({
  definition,
  table: 'notifications',
  rows: (db: Db, principal) =>
    rowSource(
      db
        .selectFrom('notifications')
        .leftJoin('customers', 'customers.id', 'notifications.customer_id')
        .select([
          'notifications.id',
          'notifications.revision',
          'notifications.user_id',
          'notifications.customer_id',
          'notifications.appears_at',
          'notifications.title_ja',
          'notifications.title_en',
          'notifications.contents_ja',
          'notifications.contents_en',
          updated.as('updated'),
          isUnread(principal).as('unread'),
          'customers.name as customer_name',
        ]),
      id,
      db.selectFrom('notifications'),
    ),
  id,
  reaches: {
    own: (principal) => sql<boolean>`notifications.user_id = ${userIdOf(principal)}`,
    // To the asker, to the asker's customer, to everyone: each is found by an index of its own.
    side: (principal) => sql<boolean>`(notifications.appears_at <= now() and (
      notifications.user_id = ${userIdOf(principal)}
      or notifications.customer_id = ${customerIdOf(principal)}
      or num_nonnulls(notifications.user_id, notifications.customer_id) = 0))`,
    // A user's personal ones are no one else's.
    managed: isManagedBy(sql.ref('notifications.customer_id')),
  },
  filters: {
    customer: customerIs(sql.ref('notifications.customer_id')),
    audience: (values) => anyOf(...values.map((value) => isTo[value] ?? none)),
    unread: (values, principal) =>
      anyOf(...values.map((value) => (value === 'true' ? isUnread(principal) : isRead(principal)))),
    ...dateFilters('datetime', sql.ref('notifications.appears_at')),
    ...dateFilters('updated', updated),
  },
  orders: { datetime: sql.ref('notifications.appears_at'), updated },
  search: containsByIndex(
    ['title_ja', 'title_en', 'contents_ja', 'contents_en'].map((name) => sql.ref(`notifications.${name}`)),
    searchIndexes.notifications,
  ),

  show: (row, { principal }) => ({
    id: row.id,
    datetime: row.appears_at.toISOString(),
    title: { ja: row.title_ja, en: row.title_en },
    contents: { ja: row.contents_ja, en: row.contents_en },
    name: row.title_en,
    customer: row.customer_id && iri('customers', row.customer_id),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
    user: row.user_id && iri('users', row.user_id),
    updated: row.updated.toISOString(),
    unread: row.unread,
  }),

  async create(context, body) {
    const customerId = await audienceOf(context, body.customer);
    const made = await context.db
      .insertInto('notifications')
      .values({ customer_id: customerId, ...columnsOf(context, body) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await publishNotified(context, customerId);
    await context.audit('create', 'notifications', made.id, customerId);
    return made;
  },

  async update(context, row, body) {
    await context.db
      .updateTable('notifications')
      .set(({ eb }) => ({ ...columnsOf(context, body, row.appears_at), revision: eb('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    await publishNotified(context, row.customer_id, row.user_id);
    await context.audit('update', 'notifications', row.id, row.customer_id);
  },

  async delete(context, row) {
    await context.db.deleteFrom('notifications').where('id', '=', row.id).execute();
    await publishNotified(context, row.customer_id, row.user_id);
    await context.audit('delete', 'notifications', row.id, row.customer_id);
  },
});

/** A manager writes to a customer; only an admin to everyone. */
async function audienceOf(
  context: ChangeContext,
  customer: `/api/v1/customers/${string}` | null | undefined,
): Promise<CustomerId | null> {
  if (context.who === 'admin') return customer ? (idOfIri(customer) as CustomerId) : null;
  if (customer === null) throw invalidField('customer', 'required');
  return await chooseCustomer(context, customer);
}

interface Texts {
  readonly datetime?: string;
  readonly title: { readonly ja: string; readonly en: string };
  readonly contents?: { readonly ja: string; readonly en: string };
}

const columnsOf = (
  { deps }: ChangeContext,
  { datetime, title, contents = { ja: '', en: '' } }: Texts,
  before = new Date(),
) => ({
  appears_at: datetime === undefined ? before : keptTime(datetime, before, deps.notificationKeepDays),
  title_ja: title.ja,
  title_en: title.en,
  contents_ja: contents.ja,
  contents_en: contents.en,
});

/** A new time must leave the notification to its readers: the next housekeeping deletes what appeared too long ago. */
function keptTime(datetime: string, before: Date, keepDays: number): Date {
  const time = bodyTime('datetime', datetime);
  if (time.getTime() !== before.getTime() && time.getTime() < Date.now() - keepDays * DAY_MS) {
    throw invalidField('datetime', 'too-long-ago');
  }
  return time;
}

/** Running clients ask again; a customer's users are named, so that others are not bothered. */
async function publishNotified(
  context: ChangeContext,
  customerId: CustomerId | null,
  userId: UserId | null = null,
): Promise<void> {
  context.publish({ type: 'notified', parties: await audience(context.db, customerId, userId) });
}

async function audience(
  db: Db,
  customerId: CustomerId | null,
  userId: UserId | null,
): Promise<readonly PartyKey[] | 'all'> {
  if (userId !== null) return [partyKey({ kind: 'user', id: userId })];
  if (customerId === null) return 'all';
  const people = await db
    .selectFrom('users')
    .where('customer_id', '=', customerId)
    .select('id')
    .limit(MAX_NAMED + 1)
    .execute();
  return people.length > MAX_NAMED ? 'all' : people.map((user) => partyKey({ kind: 'user', id: user.id }));
}

/** Beyond this, one short notice to all is cheaper than a list of names on the bus. */
const MAX_NAMED = 1_000;

export async function markRead(context: ChangeContext, notificationId: string): Promise<void> {
  const userId = context.principal && userIdOf(context.principal);
  if (userId === null) throw new AppError('forbidden');
  // Someone may be deleting it.
  const kept = await context.db
    .selectFrom('notifications')
    .where(sql<boolean>`id = ${notificationId}`)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  if (!kept) throw new AppError('not-found');
  await sql`insert into notification_reads (user_id, notification_id) values (${userId}, ${notificationId})
    on conflict do nothing`.execute(context.db);
  context.publish({ type: 'notified', parties: [partyKey({ kind: 'user', id: userId })] });
}
