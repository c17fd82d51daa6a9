import type { CustomerId } from '#protocol/ids.ts';
import type { Db, Trx } from './db/database.ts';

/** A guest's part in a call. It stands in no history, and is counted by the customer's statistics. */
export interface GuestVisit {
  readonly callId: string;
  /** Whose group it was, or whose user was called. */
  readonly customerId: CustomerId;
  /** Milliseconds since 1970, as the next. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Not where the customer has been deleted meanwhile. */
export async function addGuestVisit(
  db: Db | Trx,
  { callId, customerId, startedAt, endedAt }: GuestVisit,
): Promise<void> {
  await db
    .insertInto('guest_visits')
    .columns(['call_id', 'customer_id', 'started_at', 'duration_s'])
    .expression((eb) =>
      eb
        .selectFrom('customers')
        .where('id', '=', customerId)
        .select([
          eb.val(callId).$castTo<string>().as('call_id'),
          'customers.id',
          eb.val(new Date(startedAt)).as('started_at'),
          eb.val(Math.max(0, Math.round((endedAt - startedAt) / 1000))).as('duration_s'),
        ]),
    )
    .execute();
}
