import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { MailCause } from './mail-content.ts';
import { type PaceLimits, turnsAgain } from './mail-pace.ts';
import { mailJobKey } from './queue-mail.ts';

/**
 * The job that follows a customer's verification: invitations that wait for the turns of an unverified customer go out as
 * those of a verified one would, none later than before.
 */
export async function bringInvitationsForward(
  db: Db,
  customerId: CustomerId,
  limits: PaceLimits,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Locked in a steady order, one account after the other: no deadlock with those that take turns.
    const causes = await trx
      .selectFrom('mails')
      .where('paced_by', '=', customerId)
      .where('due_at', '>', sql<Date>`now()`)
      .select('caused_by')
      .distinct()
      .orderBy('caused_by')
      .execute();
    const turns = new Map<MailCause | null, (number: number) => Date>();
    for (const { caused_by: cause } of causes)
      turns.set(cause, await turnsAgain(trx, { customerId, cause }, limits));
    const waiting = await trx
      .selectFrom('mails')
      .where('paced_by', '=', customerId)
      .where('due_at', '>', sql<Date>`now()`)
      .where('sending_at', 'is', null)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .orderBy('due_at')
      .orderBy('id')
      .select(['id', 'caused_by', 'due_at'])
      .forUpdate()
      .execute();
    const moved = waiting.flatMap(({ id, caused_by: cause, due_at }, at) => {
      const due = turns.get(cause)?.(at + 1);
      return due && due_at && due < due_at ? [{ id, due, key: mailJobKey(id) }] : [];
    });
    await sql`
      with moved as (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(id uuid, due timestamptz, key text)),
      dated as (update mails set due_at = moved.due from moved where mails.id = moved.id returning mails.recipient, moved.due),
      invited as (
        update users set invited_at = dated.due from dated
        where users.mail_key = lower(dated.recipient) and users.invited_at > dated.due
      )
      select graphile_worker.reschedule_jobs(array_agg(jobs.id), run_at => greatest(moved.due, now()))
      from moved join graphile_worker.jobs on jobs.key = moved.key group by moved.due`.execute(trx);
  });
}
