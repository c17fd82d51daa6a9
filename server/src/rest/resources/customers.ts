import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, Id, UserId } from '#protocol/ids.ts';
import { CUSTOMER_COUNTED_AT_MOST, DEFAULT_TIME_ZONE } from '#protocol/limits.ts';
import { iri } from '#protocol/rest/field.ts';
import { customers as definition } from '#protocol/rest/resources/customer.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { invalidField } from '#server/errors.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { isOtherMail, pendingMailOf, requestMail, sendVerification } from '#server/rest/mail-addresses.ts';
import { customerIdOf, idIs, isManagedBy, managedIds, userIdOf } from '#server/rest/parties.ts';
import { anyOf, contains, isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { findTimeZone, NO_TIME_ZONE } from '#server/stats/time-zones.ts';

const id = sql.ref<string>('customers.id');

/** The name of a new one (specification F1). */
const DEFAULT_NAME = 'new customer setting';

/** Of what belongs to the customer, from an index alone; of the largest customers it is not all, so that a page of a list stays quick. */
const countOf = (table: 'users' | 'devices') => sql<number>`(
  select count(*)::integer from (
    select 1 from ${sql.table(table)} as belonging where belonging.customer_id = customers.id
    limit ${sql.lit(CUSTOMER_COUNTED_AT_MOST)}
  ) as counted)`;

export const customersResource = serverResource({
  definition,
  table: 'customers',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('customers')
        .selectAll('customers')
        .select([
          pendingMailOf(id).as('pending_mail'),
          sql<
            Id<'feature'>[]
          >`array(select id from features where customer_id = customers.id order by service desc)`.as(
            'features',
          ),
          sql<
            UserId[]
          >`array(select user_id from customer_managers where customer_id = customers.id order by 1)`.as(
            'managers',
          ),
          countOf('users').as('user_count'),
          countOf('devices').as('device_count'),
        ]),
      id,
    ),
  id,
  reaches: {
    own: (principal) => sql<boolean>`${id} = ${customerIdOf(principal)}`,
    side: (principal) => sql<boolean>`${id} = ${customerIdOf(principal)}`,
    managed: isManagedBy(id),
  },
  filters: { id: idIs(id), state: (values) => isOneOf(sql.ref('customers.state'), values) },
  orders: { created: id, name: inNameOrder(sql.ref('customers.name')), state: sql.ref('customers.state') },
  search: (text, principal) => {
    const found = contains([sql.ref('customers.name')], text);
    const foundByMail = contains([sql.ref('customers.mail')], text);
    if (principal?.kind === 'admin') return anyOf(found, foundByMail);
    // Nobody else reads the address.
    const isManaged = isOneOf(id, principal ? managedIds(principal) : []);
    return anyOf(found, sql<boolean>`(${foundByMail} and ${isManaged})`);
  },

  show(row, { principal }) {
    // By the row: who has just made the customer manages it too.
    const userId = principal && userIdOf(principal);
    const manages = principal?.kind === 'admin' || row.managers.some((each) => each === userId);
    return {
      id: row.id,
      name: row.name,
      // Ordinary users see what concerns them: not whom to write to, nor who else manages.
      mail: manages ? row.mail : null,
      pendingMail: manages ? row.pending_mail : null,
      state: row.state,
      timeZone: row.time_zone,
      recordingKeepDays: row.recording_keep_days,
      recordingQuotaGb: row.recording_quota_gb,
      recordingFilm: row.recording_film,
      isDefault: row.is_default,
      features: row.features.map((feature) => iri('features', feature)),
      managers: manages ? row.managers.map((manager) => iri('users', manager)) : [],
      userCount: manages ? row.user_count : null,
      deviceCount: manages ? row.device_count : null,
      created: row.created_at.toISOString(),
    };
  },

  async create(context, body) {
    const { mail = null } = body;
    if (mail === null) throw invalidField('mail', 'mail-required');
    const made = await context.db
      .insertInto('customers')
      .values({
        name: body.name ?? DEFAULT_NAME,
        mail,
        time_zone: await timeZoneOf(context.db, body.timeZone),
        recording_keep_days: body.recordingKeepDays ?? null,
        recording_quota_gb: quotaOf(context, body.recordingQuotaGb, null),
        recording_film: body.recordingFilm ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.db
      .insertInto('features')
      .values([
        { customer_id: made.id, service: 'service_video_chat' },
        { customer_id: made.id, service: 'service_group_chat' },
      ])
      .execute();
    if (context.principal?.kind === 'manager') {
      await context.db
        .insertInto('customer_managers')
        .values({ customer_id: made.id, user_id: context.principal.id })
        .execute();
    }
    await sendVerification(context, 'customer', made.id);
    await context.audit('create', 'customers', made.id, made.id);
    return made;
  },

  async update(context, row, body) {
    const { mail = null } = body;
    // The default customer needs no address: it is the installation's own.
    if (mail === null && !row.is_default) throw invalidField('mail', 'mail-required');
    const mailChanges = isOtherMail(mail, row.mail);
    const { timeZone = DEFAULT_TIME_ZONE } = body;
    const zoneChanges = timeZone !== row.time_zone;
    const time_zone = zoneChanges ? await timeZoneOf(context.db, timeZone) : timeZone;
    await context.db
      .updateTable('customers')
      .set(({ eb }) => ({
        name: body.name ?? DEFAULT_NAME,
        mail: mailChanges ? row.mail : mail,
        time_zone,
        recording_keep_days: body.recordingKeepDays ?? null,
        recording_quota_gb: quotaOf(context, body.recordingQuotaGb, row.recording_quota_gb),
        recording_film: body.recordingFilm ?? null,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    if (zoneChanges) await addJob(context.db, 'rebuild-statistics', {}, { key: 'rebuild-statistics' });
    if (mailChanges) await requestMail(context, { kind: 'customer', id: row.id, mail, byOwner: true });
    await context.audit('update', 'customers', row.id, row.id);
  },

  async delete(context, row) {
    // Everyone who signs up belongs to it at first.
    if (row.is_default) throw new AppError('default-customer');
    if (await isInUse(context.db, row.id)) throw new AppError('customer-in-use');
    await context.db.deleteFrom('customers').where('id', '=', row.id).execute();
    await context.audit('delete', 'customers', row.id, row.id);
  },
});

/** An administrator sets it; a manager leaves it as it is. Throws `forbidden`. */
function quotaOf(
  { who }: RequestContext,
  wanted: number | null | undefined,
  present: number | null,
): number | null {
  if (who === 'admin') return wanted ?? null;
  if (wanted !== undefined && wanted !== present) {
    throw new AppError('forbidden', { message: 'Only an administrator may change recordingQuotaGb' });
  }
  return present;
}

async function isInUse(db: Db, customerId: CustomerId): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select (
    exists (select 1 from users where customer_id = ${customerId})
    or exists (select 1 from devices where customer_id = ${customerId})
    or exists (select 1 from connections where customer_id = ${customerId})) as used`.execute(db);
  return rows[0]?.used ?? false;
}

/** Only what the database can count in. */
async function timeZoneOf(db: Db | Trx, name: string = DEFAULT_TIME_ZONE): Promise<string> {
  const found = await findTimeZone(db, name);
  if (found === null) throw invalidField('timeZone', 'invalid', NO_TIME_ZONE);
  return found;
}
