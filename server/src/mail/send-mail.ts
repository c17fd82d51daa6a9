import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { Id } from '#protocol/ids.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import { NO_TEXT } from './mail-text.ts';
import { notifySender } from './notify-sender.ts';
import { addMailJob } from './queue-mail.ts';
import { type Delivery, MailRefused, type MailTransport } from './transport.ts';

/**
 * The job that sends one mail; it rejects where the mail is to be tried again.
 *
 * No two jobs send the same mail: before it is handed over its row says so (`sending_at`), in a transaction of its own.
 * Without an answer of the mail server it is handed over again, under the same Message-ID: where only the answer was lost, it
 * arrives twice (no protocol can do better, RFC 1047). What is left with `sending_at` alone, since this server died
 * meanwhile, is in doubt and stays untouched: anyone who asked for its link can ask again.
 */
export async function sendMail(
  deps: {
    readonly db: Db;
    readonly events: Pick<DomainEvents, 'publish'>;
    readonly transport: MailTransport;
    readonly log: Logger;
  },
  { mailId }: JobPayloads['send-mail'],
  attempt: { readonly isLast: boolean },
): Promise<void> {
  const { db, events, transport, log } = deps;
  if (await isSuperfluous(db, mailId)) return;
  const mail = await db
    .updateTable('mails')
    .set({ sending_at: new Date() })
    .where('id', '=', mailId as Id<'mail'>)
    .where('sending_at', 'is', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .returning(['id', 'recipient', 'sender_id', 'subject', 'text', 'html'])
    .executeTakeFirst();
  // Sent, given up, in doubt or removed meanwhile.
  if (!mail) return;
  const settle = (row: { sent_at: Date; text?: ''; html?: '' } | { sending_at: null }) =>
    db.updateTable('mails').set(row).where('id', '=', mail.id).execute();
  let delivery: Delivery;
  try {
    delivery = await transport.deliver(mail);
  } catch (error) {
    if (error instanceof MailRefused || attempt.isLast) {
      await changeAndAnnounce(db, events, async (trx, publish) => {
        await trx
          .updateTable('mails')
          .set({ sending_at: null, failed_at: new Date() })
          .where('id', '=', mail.id)
          .execute();
        const told = await notifySender(trx, mail);
        if (told) publish({ type: 'notified', parties: [told] });
      });
      log.error({ mailId, err: error }, 'A mail could not be sent');
      return;
    }
    await settle({ sending_at: null });
    throw error;
  }
  // From here on nothing may lead to another attempt, not even a database that is gone.
  await settle({ sent_at: new Date(), ...(delivery === 'sent' && NO_TEXT) });
}

/** Removes an invitation that has waited for its turn, and whose reader is gone or has a password by now. */
async function isSuperfluous(db: Db, mailId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('id', '=', mailId as Id<'mail'>)
    .where('paced_by', 'is not', null)
    .where('sending_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .where('invited_at', 'is not', null)
            .where('mail_key', '=', sql<string>`lower(mails.recipient)`)
            .select('users.id'),
        ),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * A waiting mail whose job has been locked for this long has most likely lost it with a server or a connection that died.
 * Where the job does still run, nothing happens: a mail is claimed before it is handed over.
 */
const RESCUE_AFTER_MINUTES = 1;

/**
 * Queues waiting mails again whose server died before it handed them over: the queue itself would leave such a job
 * locked for four hours.
 */
export async function rescueMails(db: Db): Promise<void> {
  const { rows } = await sql<Parameters<typeof addMailJob>[1]>`
    select id, caused_by, paced_by from mails
    where sending_at is null and sent_at is null and failed_at is null
      and coalesce(due_at, created_at) < now() - ${RESCUE_AFTER_MINUTES} * interval '1 minute'
      and not exists (
        select from graphile_worker.jobs
        where jobs.key = 'send-mail:' || mails.id
          and (jobs.locked_at is null or jobs.locked_at > now() - ${RESCUE_AFTER_MINUTES} * interval '1 minute')
      )`.execute(db);
  for (const mail of rows) await addMailJob(db, mail);
}
