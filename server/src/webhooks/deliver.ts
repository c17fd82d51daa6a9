import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import { deliveryErrors } from '#protocol/delivery-errors.ts';
import type { Id } from '#protocol/ids.ts';
import { ANSWER_KEPT_BYTES } from '#protocol/rest/resources/webhook.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import { type PostOptions, type PostResult, postOutbound, TIMED_OUT } from '#server/outbound/post.ts';
import { type ClaimedDelivery, claimDelivery, planDelivering } from './delivery-queue.ts';
import { disableWebhook } from './disable.ts';
import { endPause } from './end-pause.ts';
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
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;
/**
 * After time-outs in a row nothing is sent to the webhook for so long; then one delivery is attempted, which ends the pause for
 * all of them or begins the next.
 */
const PAUSES_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE];
/** A receiver whose last answer took longer has its deliveries made beside those of quick ones. */
const SLOW_MS = 2 * SECOND;
/** Waiting deliveries of a disabled webhook that one statement settles. */
const FAILED_AT_ONCE = 1_000;
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
  readonly pausesMs?: readonly number[];
}

/** How an attempt ended, and how long it took. */
type Ended = PostResult & { readonly durationMs: number };

/**
 * The job that makes one attempt for a customer. It plans the next one itself, and so never rejects for the receiver's sake.
 * Attempts are at least once, as with all webhooks: where a server dies between the receiver's answer and the note of it, the
 * receiver knows the second one by its `webhook-id`.
 */
export async function deliverWebhooks(
  deps: DeliverDeps,
  { customerId }: JobPayloads['deliver-webhooks'],
  slow: boolean,
): Promise<void> {
  const delivery = await claimDelivery(deps.db, customerId, slow);
  if (delivery === null) return;
  try {
    await attempt(deps, delivery);
  } finally {
    await planDelivering(deps.db, customerId);
  }
}

/** The job that servers of the version before have queued. */
export async function deliverWebhook(
  deps: DeliverDeps,
  { deliveryId }: JobPayloads['deliver-webhook'],
): Promise<void> {
  const webhook = await deps.db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .where('webhook_deliveries.id', '=', deliveryId as Id<'webhookDelivery'>)
    .select(['webhooks.customer_id as customerId', 'slow'])
    .executeTakeFirst();
  if (webhook) await deliverWebhooks(deps, webhook, webhook.slow);
}

async function attempt(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  const { db, log } = deps;
  const webhook = await db
    .selectFrom('webhooks')
    .where('id', '=', delivery.webhook_id)
    .selectAll()
    .executeTakeFirst();
  if (!webhook) return;
  if (!webhook.enabled) {
    await failWaiting(db, delivery);
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
  log.debug({ deliveryId: delivery.id, status, error }, 'Webhook attempted');
  const ended = { ...result, durationMs: Math.round(performance.now() - began) };
  if (error === null) await delivered(deps, delivery, ended);
  else await failed(deps, delivery, ended);
}

/** What waits for a webhook that is disabled, so many at a time. */
async function failWaiting(db: Db, { id, webhook_id }: ClaimedDelivery): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'FAILED', last_error = ${deliveryErrors.disabled}, last_status = null, last_answer = null,
      last_duration_ms = null, sending_at = null, next_attempt_at = null, revision = revision + 1
    where id in (
      select id from webhook_deliveries
      where webhook_id = ${webhook_id} and state = 'PENDING' and (sending_at is null or id = ${id})
      order by id <> ${id}, next_attempt_at limit ${FAILED_AT_ONCE})`.execute(db);
}

async function settle(
  db: Db | Trx,
  { id }: ClaimedDelivery,
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

const delivered = (deps: DeliverDeps, delivery: ClaimedDelivery, ended: Ended): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await settle(trx, delivery, { state: 'DELIVERED', ...columnsOf(ended) });
    await noteReceiver(trx, deps, delivery.webhook_id, ended);
    await trx
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('id', '=', delivery.webhook_id)
      .where('failing_since', 'is not', null)
      .execute();
  });

/** How quick the receiver is; and whether deliveries to it pause, as they do after a time-out. */
async function noteReceiver(
  trx: Trx,
  { pausesMs = PAUSES_MS }: DeliverDeps,
  id: Id<'webhook'>,
  { error, durationMs }: Ended,
): Promise<void> {
  if (error !== TIMED_OUT) {
    const slow = durationMs > SLOW_MS;
    await sql`
      update webhooks set slow = ${slow}, timeouts = 0, paused_until = null
      where id = ${id} and (slow <> ${slow} or timeouts > 0 or paused_until is not null)`.execute(trx);
    return;
  }
  // Of two attempts that time out together the second one adds nothing.
  await sql`
    update webhooks set slow = true, timeouts = timeouts + 1, paused_until = now() + ${longer(1)}::float8
      * (${pausesMs}::float8[])[least(timeouts + 1, ${pausesMs.length}::integer)] * interval '1 millisecond'
    where id = ${id} and (paused_until is null or paused_until <= now())`.execute(trx);
}

async function failed(deps: DeliverDeps, delivery: ClaimedDelivery, ended: Ended): Promise<void> {
  // Someone looks at how it ends: it is not tried again, and says nothing about the webhook's days.
  if (delivery.event === 'webhook.test') {
    await deps.db.transaction().execute(async (trx) => {
      await settle(trx, delivery, { state: 'FAILED', ...columnsOf(ended) });
      await noteReceiver(trx, deps, delivery.webhook_id, ended);
    });
    return;
  }
  const { retryDelaysMs = RETRY_DELAYS_MS, disableAfterMs = DISABLE_AFTER_MS } = deps;
  await changeAndAnnounce(deps.db, deps.events, async (trx, publish) => {
    // The delivery before its webhook, as those who send it again lock them.
    await trx
      .selectFrom('webhook_deliveries')
      .where('id', '=', delivery.id)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    await noteReceiver(trx, deps, delivery.webhook_id, ended);
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
      await attemptIn(trx, delivery.id, longer(delayMs));
    }
    if (!disables) return;
    const told = await disableWebhook(trx, webhook);
    if (told.length > 0) publish({ type: 'notified', parties: told });
  });
}

const longer = (pause: number): number => pause * (1 + JITTER * Math.random());

/** By the database's clock, as jobs are planned. */
async function attemptIn(trx: Trx, id: Id<'webhookDelivery'>, delayMs: number): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = now() + ${delayMs} * interval '1 millisecond'
    where id = ${id}`.execute(trx);
}

/**
 * Starts over with a delivery, however it has ended, and ends a pause of its webhook. An attempt that is being made right now
 * counts as the first.
 */
export async function redeliver(trx: Trx, id: Id<'webhookDelivery'>): Promise<void> {
  const { webhook_id } = await trx
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({ state: 'PENDING', attempts: 0, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning('webhook_id')
    .executeTakeFirstOrThrow();
  await attemptIn(trx, id, 0);
  await endPause(trx, webhook_id);
}
