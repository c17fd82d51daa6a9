import { sql } from 'kysely';
import type { CustomerId, Id } from '#protocol/ids.ts';
import type { DeliveredEventName } from '#protocol/rest/resources/webhook.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { addJob } from '#server/jobs/add-job.ts';

/*
 * Each webhook has a queue: its deliveries by the time of their next attempt. A customer has a share of what is attempted at the same
 * time, over all servers. A job is not about one delivery: it takes the customer's next one, and plans the job for the one
 * after it. So a customer with thousands of waiting deliveries occupies no more slots than its share, and has two waiting jobs.
 *
 * Webhooks whose receivers take long have jobs, slots and a share of their own, so that quick ones, also of the same
 * customer, never wait for them.
 */

interface Share {
  /** Attempts at the same time to one webhook. */
  readonly ofWebhook: number;
  /** Attempts at the same time to all webhooks of one customer. A server has slots for three such shares (jobs/queues.ts). */
  readonly ofCustomer: number;
}
const QUICK: Share = { ofWebhook: 2, ofCustomer: 4 };
const SLOW: Share = { ofWebhook: 1, ofCustomer: 2 };
const shareOf = (slow: boolean): Share => (slow ? SLOW : QUICK);

/** An attempt older than this has died with its server: no time-out lasts as long. */
const LOST_AFTER_S = 60;

export interface ClaimedDelivery {
  readonly id: Id<'webhookDelivery'>;
  readonly webhook_id: Id<'webhook'>;
  readonly event: DeliveredEventName;
  readonly payload: string;
  readonly attempts: number;
}

const jobOf = (slow: boolean) => (slow ? 'deliver-to-slow-webhooks' : 'deliver-webhooks');
const keyOf = (customerId: CustomerId, slow: boolean): string => `${jobOf(slow)}:${customerId}`;

/** Something of the customer has become due. Without a key, so that transactions of one customer do not wait for each other. */
export const queueDelivering = (trx: Db | Trx, customerId: CustomerId, slow: boolean): Promise<void> =>
  addJob(trx, jobOf(slow), { customerId });

/**
 * Takes the customer's next delivery for an attempt; null where none is due or the share is used up. Who ends an attempt calls
 * `planDelivering`.
 */
export const claimDelivery = (
  db: Db,
  customerId: CustomerId,
  slow: boolean,
): Promise<ClaimedDelivery | null> =>
  db.transaction().execute(async (trx) => {
    await lockQueue(trx, customerId);
    const share = shareOf(slow);
    const due = sql`d.webhook_id = w.id and d.state = 'PENDING' and d.next_attempt_at <= now() and ${isFree}`;
    const { rows } = await sql<ClaimedDelivery>`
      with ${attemptsOf(customerId)}, next as (
        select due.id from webhooks w
        cross join lateral (select count(*) from attempts where webhook_id = w.id) busy
        cross join lateral (
          -- Someone waits for the outcome of a test.
          (select d.id, d.next_attempt_at, 1 as place from webhook_deliveries d where ${due} and d.event = 'webhook.test' limit 1)
          union all
          (select d.id, d.next_attempt_at, 2 from webhook_deliveries d where ${due} order by d.next_attempt_at limit 1)
          order by place limit 1
        ) due
        where w.customer_id = ${customerId} and w.slow = ${slow}
          -- What waits for a webhook that was disabled fails at once.
          and (not w.enabled or w.paused_until is null or w.paused_until <= now())
          and busy.count < ${share.ofWebhook}
          and (select count(*) from attempts where attempts.slow = ${slow}) < ${share.ofCustomer}
        order by busy.count, due.next_attempt_at
        limit 1
      )
      update webhook_deliveries d set sending_at = now(), last_attempt_at = now(), attempts = d.attempts + 1
      from next where d.id = next.id and d.state = 'PENDING' and ${isFree}
      returning d.id, d.webhook_id, d.event, d.payload, d.attempts`.execute(trx);
    await planNext(trx, customerId);
    return rows[0] ?? null;
  });

/** Plans the jobs for the customer's next deliveries, after an attempt or a change of its webhooks. */
export const planDelivering = (db: Db, customerId: CustomerId): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockQueue(trx, customerId);
    await planNext(trx, customerId);
  });

/**
 * Queues jobs again that were lost with their servers. Where they are not lost, nothing happens: an attempt is claimed before
 * it is made.
 */
export async function rescueDeliveries(db: Db): Promise<void> {
  const longAgo = sql`now() - ${LOST_AFTER_S} * interval '1 second'`;
  const { rows } = await sql<{ customer_id: CustomerId; slow: boolean }>`
    select distinct customer_id, slow from webhooks w
    where (not enabled or paused_until is null or paused_until < ${longAgo}) and exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'PENDING' and d.next_attempt_at < ${longAgo} and ${isFree}
    )`.execute(db);
  for (const { customer_id: customerId, slow } of rows)
    await addJob(db, jobOf(slow), { customerId }, { key: keyOf(customerId, slow) });
}

/** In a statement of its own: those after it see what the one before has done. So shares are counted right. */
async function lockQueue(trx: Trx, customerId: CustomerId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks-of:${customerId}`}, 0))`.execute(trx);
}

/** Nothing where the share is used up: the attempt that ends first plans again. */
async function planNext(trx: Trx, customerId: CustomerId): Promise<void> {
  const { rows } = await sql<{ slow: boolean; delay_ms: number }>`
    with ${attemptsOf(customerId)}, next as (
      select w.slow, min(greatest(due.next_attempt_at, case when w.enabled then w.paused_until end)) as at
      from webhooks w
      cross join lateral (select count(*) from attempts where webhook_id = w.id) busy
      cross join lateral (
        select d.next_attempt_at from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'PENDING' and ${isFree}
        order by d.next_attempt_at limit 1
      ) due
      where w.customer_id = ${customerId}
        and busy.count < case when w.slow then ${SLOW.ofWebhook}::integer else ${QUICK.ofWebhook}::integer end
      group by w.slow
    )
    select slow, greatest(0, extract(epoch from at - now()) * 1000)::float8 as delay_ms from next
    where (select count(*) from attempts where attempts.slow = next.slow)
      < case when slow then ${SLOW.ofCustomer}::integer else ${QUICK.ofCustomer}::integer end`.execute(trx);
  for (const { slow, delay_ms: delayMs } of rows)
    await addJob(trx, jobOf(slow), { customerId }, { key: keyOf(customerId, slow), delayMs });
}

/** Nobody attempts it at present. */
const isFree = sql`(d.sending_at is null or d.sending_at <= now() - ${LOST_AFTER_S} * interval '1 second')`;

/** What is attempted at present, found by the index of just these. */
const attemptsOf = (customerId: CustomerId) => sql`attempts as (
  select d.webhook_id, w.slow from webhooks w join webhook_deliveries d on d.webhook_id = w.id
  where w.customer_id = ${customerId} and d.sending_at is not null and not ${isFree}
)`;
