import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { Id } from '#protocol/ids.ts';
import { ANSWER_KEPT_BYTES, type DeliveredEventName } from '#protocol/rest/resources/webhook.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { addJob, type JobPayloads } from '#server/jobs/add-job.ts';
import { type PostOptions, type PostResult, postOutbound } from '#server/outbound/post.ts';
import { disableWebhook } from './disable.ts';
import { deliveryJobKey } from './queue-event.ts';
import { signedHeaders } from './signature.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before each further attempt (those of the Standard Webhooks specification): 75 hours in all, then it has failed. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Pauses are longer by up to this part of them, so that a receiver that comes back is not met by everything at once. */
const JITTER = 0.2;
/** Time for an attempt, from the look-up of the name to the last byte of the answer. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** A webhook that has taken nothing for this long is disabled, and its managers are told. */
const DISABLE_AFTER_MS = 5 * 24 * HOUR;
/** Deliveries to one webhook at once: a slow receiver holds up no one else's. */
const MAX_AT_ONCE = 2;
/** When one is looked at again that had to wait for others to the same webhook. */
const WAIT_MS = 2 * SECOND;
/** An attempt older than this has died with its server: no time-out lasts as long. */
const LOST_AFTER_S = 60;
/** The receiver is gone for good and asks for no more deliveries (RFC 9110, 15.5.11). */
const GONE = 410;

export interface DeliverDeps {
  readonly db: Db;
  readonly events: Pick<DomainEvents, 'publish'>;
  readonly log: Logger;
  /** `timeoutMs`: `ATTEMPT_TIMEOUT_MS` by default. */
  readonly post: Pick<PostOptions, 'privateAllowed'> & Partial<PostOptions>;
  readonly retryDelaysMs?: readonly number[];
  readonly disableAfterMs?: number;
}

interface Claimed {
  readonly id: Id<'webhookDelivery'>;
  readonly webhook_id: Id<'webhook'>;
  readonly event: DeliveredEventName;
  readonly payload: string;
  readonly attempts: number;
}

/** How an attempt ended, and how long it took. */
type Ended = PostResult & { readonly durationMs: number };

/**
 * The job that makes one attempt. It plans the next one itself, in the transaction that says how this one ended, and so
 * never rejects for the receiver's sake. Attempts are at least once, as with all webhooks: where a server dies between the
 * receiver's answer and the note of it, the receiver knows the second one by its `webhook-id`.
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  { deliveryId }: JobPayloads['deliver-webhook'],
): Promise<void> {
  const { db, log } = deps;
  const delivery = await claim(db, deliveryId);
  if (delivery === 'waits') {
    await planNext(db, deliveryId, WAIT_MS);
    return;
  }
  if (delivery === null) return;
  const webhook = await db
    .selectFrom('webhooks')
    .where('id', '=', delivery.webhook_id)
    .selectAll()
    .executeTakeFirst();
  if (!webhook) return;
  if (!webhook.enabled) {
    await settle(db, delivery, { state: 'FAILED', last_error: 'The webhook is disabled' });
    return;
  }
  const at = new Date();
  const former =
    webhook.previous_secret && webhook.previous_secret_until && webhook.previous_secret_until > at
      ? [webhook.previous_secret]
      : [];
  const began = performance.now();
  const result = await postOutbound(
    webhook.url,
    {
      'content-type': 'application/json',
      'user-agent': 'Hibiki-Webhooks',
      ...signedHeaders([webhook.secret, ...former], { id: delivery.id, at, body: delivery.payload }),
    },
    delivery.payload,
    { timeoutMs: ATTEMPT_TIMEOUT_MS, keepAnswerBytes: ANSWER_KEPT_BYTES, ...deps.post },
  );
  const { status, error } = result;
  log.debug({ deliveryId, status, error }, 'Webhook attempted');
  const ended = { ...result, durationMs: Math.round(performance.now() - began) };
  if (error === null) await delivered(db, delivery, ended);
  else await failed(deps, delivery, ended);
}

/**
 * Takes the delivery for this attempt; null where it is settled, planned for later or being attempted elsewhere. One
 * after the other for each webhook (the lock comes first, in a statement of its own), so that the count is right.
 */
const claim = (db: Db, id: string): Promise<Claimed | 'waits' | null> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook:' || webhook_id, 0))
      from webhook_deliveries where id = ${id}`.execute(trx);
    const { rows } = await sql<Claimed & { free: boolean }>`
      with due as (
        select d.id, (
          select count(*) from webhook_deliveries other
          where other.webhook_id = d.webhook_id and other.sending_at > now() - ${LOST_AFTER_S} * interval '1 second'
        ) < ${MAX_AT_ONCE} as free
        from webhook_deliveries d
        where d.id = ${id} and d.state = 'PENDING' and d.next_attempt_at <= now()
          and (d.sending_at is null or d.sending_at <= now() - ${LOST_AFTER_S} * interval '1 second')
      )
      update webhook_deliveries d set
        sending_at = case when due.free then now() end,
        last_attempt_at = case when due.free then now() else d.last_attempt_at end,
        attempts = d.attempts + case when due.free then 1 else 0 end
      from due where d.id = due.id
      returning d.id, d.webhook_id, d.event, d.payload, d.attempts, due.free`.execute(trx);
    const [row] = rows;
    if (!row) return null;
    return row.free ? row : 'waits';
  });

/** `next_attempt_at` and the job's time come from the same clock, the database's. */
async function planNext(db: Db | Trx, id: string, delayMs: number): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = now() + ${delayMs} * interval '1 millisecond'
    where id = ${id}`.execute(db);
  await addJob(db, 'deliver-webhook', { deliveryId: id }, { key: deliveryJobKey(id), delayMs });
}

async function settle(
  db: Db | Trx,
  { id }: Claimed,
  row: {
    readonly state?: 'DELIVERED' | 'FAILED';
    readonly last_status?: number | null;
    readonly last_error: string | null;
    readonly last_answer?: string | null;
    readonly last_duration_ms?: number;
  },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      last_status: null,
      last_answer: null,
      last_duration_ms: null,
      ...row,
      sending_at: null,
      ...(row.state && { next_attempt_at: null }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

const columnsOf = ({ status, error, answer, durationMs }: Ended) => ({
  last_status: status,
  last_error: error,
  last_answer: answer ?? null,
  last_duration_ms: durationMs,
});

const delivered = (db: Db, delivery: Claimed, ended: Ended): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await settle(trx, delivery, { state: 'DELIVERED', ...columnsOf(ended) });
    await trx
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('id', '=', delivery.webhook_id)
      .where('failing_since', 'is not', null)
      .execute();
  });

async function failed(deps: DeliverDeps, delivery: Claimed, ended: Ended): Promise<void> {
  // Someone looks at how it ends: it is not tried again, and says nothing about the webhook's days.
  if (delivery.event === 'webhook.test') {
    await settle(deps.db, delivery, { state: 'FAILED', ...columnsOf(ended) });
    return;
  }
  const { retryDelaysMs = RETRY_DELAYS_MS, disableAfterMs = DISABLE_AFTER_MS } = deps;
  await changeAndAnnounce(deps.db, deps.events, async (trx, publish) => {
    const webhook = await trx
      .updateTable('webhooks')
      .set({ failing_since: sql<Date>`coalesce(failing_since, now())` })
      .where('id', '=', delivery.webhook_id)
      .returning(['id', 'name', 'url', 'customer_id', 'enabled', 'failing_since'])
      .executeTakeFirst();
    if (!webhook) return;
    const failingMs = Date.now() - (webhook.failing_since ?? new Date()).getTime();
    const disables = webhook.enabled && (ended.status === GONE || failingMs > disableAfterMs);
    const delayMs = disables ? undefined : retryDelaysMs[delivery.attempts - 1];
    if (delayMs === undefined) await settle(trx, delivery, { state: 'FAILED', ...columnsOf(ended) });
    else {
      await settle(trx, delivery, columnsOf(ended));
      await planNext(trx, delivery.id, Math.round(delayMs * (1 + JITTER * Math.random())));
    }
    if (!disables) return;
    const told = await disableWebhook(trx, webhook);
    if (told.length > 0) publish({ type: 'notified', parties: told });
  });
}

/** Starts over with a delivery, however it has ended. An attempt that is being made right now counts as the first. */
export async function redeliver(trx: Trx, id: Id<'webhookDelivery'>): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({ state: 'PENDING', attempts: 0, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await planNext(trx, id, 0);
}

/**
 * Queues waiting deliveries again whose server died with them: the queue itself would leave such a job locked for four
 * hours. Where the job does still run, nothing happens: an attempt is claimed before it is made.
 */
export async function rescueDeliveries(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_deliveries d
    where state = 'PENDING' and next_attempt_at < now() - ${LOST_AFTER_S} * interval '1 second'
      and (sending_at is null or sending_at < now() - ${LOST_AFTER_S} * interval '1 second')
      and not exists (
        select from graphile_worker.jobs
        where jobs.key = 'deliver-webhook:' || d.id
          and (jobs.locked_at is null or jobs.locked_at > now() - ${LOST_AFTER_S} * interval '1 second')
      )`.execute(db);
  for (const { id } of rows)
    await addJob(db, 'deliver-webhook', { deliveryId: id }, { key: deliveryJobKey(id) });
}
