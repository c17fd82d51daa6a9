import { type Expression, type SqlBool, sql } from 'kysely';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import type { AdminId, Id, UserId } from '#protocol/ids.ts';
import type { Db, Trx } from './db/database.ts';
import { searchIndexes } from './db/search-index.ts';
import { addJob, type JobPayloads } from './jobs/add-job.ts';
import { deleteFilmsWith } from './recording/films/film-rows.ts';

type Person = JobPayloads['forget-person'];

/** Covers calls in progress, mails that are tried again, and the mails of a day, by which mails to an address are limited. */
const AGAIN_AFTER_MS = 25 * 3_600_000;
const BATCH_SIZE = 1_000;

const NAME = DELETED_PEER_NAMES.user;
const NAME_JA = '削除されたユーザー';

/** Queues the job that forgets a user. Called before the row is deleted, in the same transaction. */
export async function forgetUser(trx: Trx, id: UserId): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .leftJoin('settings', 'settings.user_id', 'users.id')
    .where('users.id', '=', id)
    .select(['users.mail', 'users.nickname', 'settings.id as settings_id'])
    .executeTakeFirst();
  if (!user) return;
  const { mail, nickname, settings_id: settingsId } = user;
  const addresses = await addressesOf(trx, mail, sql<SqlBool>`user_id = ${id}`);
  await queue(trx, { id, settingsId, addresses, nickname, again: false });
}

/** As `forgetUser`, for an administrator. */
export async function forgetAdmin(trx: Trx, id: AdminId): Promise<void> {
  const admin = await trx.selectFrom('admins').where('id', '=', id).select('mail').executeTakeFirst();
  if (!admin) return;
  const addresses = await addressesOf(trx, admin.mail, sql<SqlBool>`admin_id = ${id}`);
  await queue(trx, { id, settingsId: null, addresses, nickname: '', again: false });
}

async function addressesOf(trx: Trx, mail: string, isOwn: Expression<SqlBool>): Promise<readonly string[]> {
  const changes = await trx
    .selectFrom('mail_changes')
    .where(isOwn)
    .select(['old_mail', 'new_mail'])
    .execute();
  const all = [mail, ...changes.flatMap(({ old_mail, new_mail }) => [old_mail ?? '', new_mail ?? ''])];
  return [...new Set(all.map((address) => address.toLowerCase()))].filter((address) => address !== '');
}

const queue = (db: Db | Trx, person: Person): Promise<void> =>
  addJob(db, 'forget-person', person, {
    key: `forget-person:${person.id}${person.again ? ':again' : ''}`,
    delayMs: person.again ? AGAIN_AFTER_MS : 0,
  });

/**
 * The job that removes name and mail address of someone who was deleted from every table (specification A12): notifications, mails,
 * deliveries to webhooks, recordings, tasks, and the log, which keeps the id. The call history is cleared by the deletion itself.
 * Left alone is what others typed for themselves: names of pairs, guests of groups, and announcements.
 */
export async function forgetPerson(db: Db, person: Person): Promise<void> {
  const addresses = await withoutOwner(db, person.addresses);
  await forgetMissedCalls(db, person.id);
  for (const address of addresses) await forgetUndelivered(db, address);
  await forgetMails(db, person.id, addresses);
  await forgetDeliveries(db, person.id);
  await forgetRecorded(db, person.id);
  await forgetTaskRows(db, person.id);
  await forgetLogs(db, person, addresses);
  if (!person.again) await queue(db, { ...person, again: true });
}

/** The addresses that are no one else's by now. */
async function withoutOwner(db: Db, addresses: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ mail_key: string }>`
    select mail_key from users where mail_key = any (${addresses}::text[])
    union select mail_key from admins where mail_key = any (${addresses}::text[])`.execute(db);
  const owned = new Set(rows.map(({ mail_key }) => mail_key));
  return addresses.filter((address) => !owned.has(address));
}

/** They are written along with the callee's row of the call (direct-call/history-rows.ts). */
async function forgetMissedCalls(db: Db, id: string): Promise<void> {
  await sql`
    update notifications n set contents_ja = ${`${NAME_JA}から不在着信がありました。`}, contents_en = ${`A ${NAME} called you.`},
      revision = n.revision + 1
    from connections c
    where c.peer_id = ${id} and c.user_id = n.user_id and not c.outgoing and c.duration_s = 0
      and n.title_en = 'Missed call' and n.contents_en <> ${`A ${NAME} called you.`}
      and n.appears_at between c.ended_at - interval '5 seconds' and c.ended_at + interval '1 minute'`.execute(
    db,
  );
}

/** Notifications about invitations to the address that could not be sent (mail/notify-sender.ts); older ones have the second title. */
async function forgetUndelivered(db: Db, address: string): Promise<void> {
  const literal = address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // PostgreSQL counts Japanese letters, which may follow at once, as alphanumeric.
  const pattern = `(?<![[:alnum:]._%+-])${literal}(?![A-Za-z0-9-])`;
  await sql`
    update notifications set contents_ja = regexp_replace(contents_ja, ${pattern}, ${NAME_JA}, 'gi'),
      contents_en = regexp_replace(contents_en, ${pattern}, ${`a ${NAME}`}, 'gi'), revision = revision + 1
    where user_id is not null and title_en in ('Invitation not delivered', 'An invitation could not be sent')
      and ${searchIndexes.notifications} @@ search_query(${address}, 2) and contents_en ~* ${pattern}`.execute(
    db,
  );
}

/** Mails of the last day stay for the limits that count them, until the job runs again. */
async function forgetMails(db: Db, id: string, addresses: readonly string[]): Promise<void> {
  const settled = sql`num_nonnulls(sent_at, failed_at, sending_at) > 0`;
  await sql`
    delete from mails
    where lower(recipient) = any (${addresses}::text[]) and created_at < now() - interval '1 day' and ${settled}`.execute(
    db,
  );
  await sql`update mails set text = '', html = '' where caused_by = ${id} and html <> '' and ${settled}`.execute(
    db,
  );
}

/** Deliveries about the person's calls, and about the person: each is found by its subject (webhooks/queue-event.ts). */
async function forgetDeliveries(db: Db, id: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: Id<'webhookDelivery'>; payload: string }>`
      select id, payload from webhook_deliveries
      where id > ${after} and payload like ${`%${id}%`} and id in (
        select d.id from connections c join webhook_deliveries d on d.subject = c.call_id::text
        where c.user_id = ${id} or c.peer_id = ${id}
        union select id from webhook_deliveries where subject like ${`${id}:%`})
      order by id limit ${BATCH_SIZE}`.execute(db);
    for (const delivery of rows) {
      const payload = JSON.stringify(withoutPerson(JSON.parse(delivery.payload), id));
      if (payload === delivery.payload) continue;
      await db
        .updateTable('webhook_deliveries')
        .set(({ eb }) => ({ payload, revision: eb('revision', '+', 1) }))
        .where('id', '=', delivery.id)
        .execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}

/** Copies a payload without the person's name and address, which stand in the parties of calls and in `user.verified`. */
function withoutPerson(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutPerson(item, id));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [
    name,
    withoutPerson(field, id),
  ]);
  const rest: Record<string, unknown> = Object.fromEntries(fields);
  if (rest.id !== id && rest.userId !== id) return rest;
  return { ...rest, ...('name' in rest && { name: NAME }), ...('email' in rest && { email: null }) };
}

/** The recordings of 1-to-1 calls are named after the other person. The notes beside the files on media nodes go with the recording. */
async function forgetRecorded(db: Db, id: string): Promise<void> {
  await sql`
    update recordings r set name = case when r.group_id is null and r.name = f.party_name then ${NAME} else r.name end,
      started_by = case when r.started_by = f.party_name then ${NAME} else r.started_by end, revision = r.revision + 1
    from recording_files f
    where f.recording_id = r.id and f.party_id = ${id} and f.party_name <> ${NAME}
      and (r.started_by = f.party_name or (r.group_id is null and r.name = f.party_name))`.execute(db);
  await deleteFilmsWith(db, id);
  for (const table of ['recording_files', 'recording_messages'] as const) {
    await sql`update ${sql.table(table)} set party_name = ${NAME}
      where party_id = ${id} and party_name <> ${NAME}`.execute(db);
  }
}

/** What was imported or changed of the person. A row that still waits keeps what it is to do, but not the former values. */
async function forgetTaskRows(db: Db, id: string): Promise<void> {
  await sql`update task_rows set changes = null where subject_id = ${id} and changes is not null`.execute(db);
  await sql`
    update task_rows set body = null, before = null, patch = null
    where subject_id = ${id} and state <> 'waiting' and num_nonnulls(body, before, patch) > 0`.execute(db);
}

async function forgetLogs(db: Db, person: Person, addresses: readonly string[]): Promise<void> {
  const { id, settingsId, nickname } = person;
  const subjects = settingsId === null ? [id] : [id, settingsId];
  // A name that someone else has too is not replaced by this person's id where only the name says who is meant.
  const shared = await db
    .selectFrom('users')
    .where('nickname', '=', nickname)
    .select('id')
    .executeTakeFirst();
  const names = nickname === '' || shared ? addresses : [...addresses, nickname.toLowerCase()];
  for (let changed = BATCH_SIZE; changed === BATCH_SIZE; ) {
    const { rows } = await sql<{ changed: number }>`
      select forget_in_logs(${id}::uuid, ${subjects}::uuid[], ${addresses}::text[], ${names}::text[], ${BATCH_SIZE}::integer)
        as changed`.execute(db);
    changed = rows[0]?.changed ?? 0;
  }
}
