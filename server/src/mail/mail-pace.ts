import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { lockInOrder } from '#server/db/lock-in-order.ts';
import type { MailCause } from './mail-content.ts';

/** How many invitations of imports go out in a day, for one customer and likewise for one account that imports. */
export interface PaceLimits {
  readonly invitationsPerCustomerDay: number;
  readonly invitationsPerUnverifiedCustomerDay: number;
}

/** Whose turns a mail waits for. */
export interface PaceOf {
  readonly customerId: CustomerId;
  readonly cause: MailCause | null;
}

const DAY_MS = 86_400_000;
/** No mail waits for longer: where so many do, none is added. */
const LONGEST_WAIT_DAYS = 366;

/** When the next mails of a customer go out: at once while fewer went out in a day than may, else a day after the one that many before. */
export interface Pace {
  /** A day. */
  readonly quota: number;
  /** How many go out at once. */
  readonly free: number;
  /** The turn of the number-th mail from now, from 1. */
  turn(number: number): Date;
}

const quotaOf = (customerId: CustomerId, limits: PaceLimits) => sql`
  select state = 'VERIFIED' as verified, case when state = 'VERIFIED' then ${limits.invitationsPerCustomerDay}::integer
    else ${limits.invitationsPerUnverifiedCustomerDay}::integer end as a_day
  from customers where id = ${customerId}`;

/** Mails that went out within a day or still wait. */
const turnsOfCustomer = (customerId: CustomerId) =>
  sql`mails where paced_by = ${customerId} and due_at > now() - interval '1 day'`;
const turnsOfCause = (cause: MailCause | null) =>
  sql`mails where paced_by is not null and caused_by = ${cause}::uuid
    and exists (select from users where id = ${cause}::uuid) and due_at > now() - interval '1 day'`;

/** An account's turns count beside the customer's: many customers do not make one account's mails more. */
export async function readPace(
  db: Db | Trx,
  of: PaceOf,
  limits: PaceLimits,
  counted: 'all' | 'past',
): Promise<Pace> {
  const { customerId, cause } = of;
  /** What waits for the customer's own turns, where those are about to be given again. */
  const left = sql<boolean>`${counted === 'past'} and paced_by = ${customerId} and due_at > now()`;
  const { rows } = await sql<{ verified: boolean; now: Date; by_customer: Date[]; by_cause: Date[] }>`
    with quota as (${quotaOf(customerId, limits)})
    select verified, now(),
      array(select due_at from ${turnsOfCustomer(customerId)} and not (${left}) order by due_at desc
        limit (select a_day from quota)) as by_customer,
      array(select due_at from ${turnsOfCause(cause)} and not (${left}) order by due_at desc
        limit ${limits.invitationsPerCustomerDay}::integer) as by_cause
    from quota`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('not-found');
  const ofCustomer = paceOf(
    row.verified ? limits.invitationsPerCustomerDay : limits.invitationsPerUnverifiedCustomerDay,
    row.by_customer,
    row.now,
  );
  const ofCause = paceOf(limits.invitationsPerCustomerDay, row.by_cause, row.now);
  return {
    quota: ofCustomer.quota,
    free: Math.min(ofCustomer.free, ofCause.free),
    turn: (number) => new Date(Math.max(ofCustomer.turn(number).getTime(), ofCause.turn(number).getTime())),
  };
}

/** @param latest the turns of the last day and of those that wait, the latest first, at most as many as go out in a day */
export function paceOf(quota: number, latest: readonly Date[], now: Date): Pace {
  const free = Math.max(0, quota - latest.length);
  return {
    quota,
    free,
    turn(number) {
      const place = (number - 1) % quota;
      const days = Math.floor((number - 1) / quota);
      // The turn that is a day before that of the first mail in this place.
      const before = latest[quota - 1 - place];
      const first = before === undefined ? now.getTime() : Math.max(now.getTime(), before.getTime() + DAY_MS);
      return new Date(first + days * DAY_MS);
    },
  };
}

/**
 * The turn of one more mail; anyone who asks for the same customer or account waits until this transaction has ended. Throws
 * `too-many-mails` where mails wait for a year already.
 */
export async function takeTurn(trx: Trx, of: PaceOf, limits: PaceLimits): Promise<Date> {
  await lockTurns(trx, of);
  const due = await nextTurn(trx, of, limits);
  if (waitsTooLong(due, new Date())) throw new AppError('too-many-mails', { retryAfterMs: DAY_MS });
  return due;
}

/** The same as `turn(1)` of `readPace`, without the day's mails: each row of an import asks for it. */
async function nextTurn(trx: Trx, { customerId, cause }: PaceOf, limits: PaceLimits): Promise<Date> {
  const { rows } = await sql<{ due: Date }>`
    with quota as (${quotaOf(customerId, limits)})
    select greatest(
      now(),
      (select due_at from ${turnsOfCustomer(customerId)} order by due_at desc
        offset (select a_day - 1 from quota) limit 1) + interval '24 hours',
      (select due_at from ${turnsOfCause(cause)} order by due_at desc
        offset ${limits.invitationsPerCustomerDay}::integer - 1 limit 1) + interval '24 hours'
    ) as due
    from quota`.execute(trx);
  const [row] = rows;
  if (!row) throw new AppError('not-found');
  return row.due;
}

/** A mail with this turn is not accepted. */
export const waitsTooLong = (turn: Date, now: Date): boolean =>
  turn.getTime() > now.getTime() + LONGEST_WAIT_DAYS * DAY_MS;

const lockTurns = (trx: Trx, { customerId, cause }: PaceOf): Promise<void> =>
  lockInOrder(trx, [`turns-of:${customerId}`, ...(cause === null ? [] : [`turns-by:${cause}`])]);

/**
 * When the mails that one account has waiting for a customer's turns would go out if they were queued now, in order: a
 * customer that has been verified has more turns than before.
 */
export async function turnsAgain(
  trx: Trx,
  of: PaceOf,
  limits: PaceLimits,
): Promise<(number: number) => Date> {
  await lockTurns(trx, of);
  return (await readPace(trx, of, limits, 'past')).turn;
}
