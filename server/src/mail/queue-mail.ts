import type { Selectable } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Id } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { MailsTable } from '#server/db/message-tables.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { MailService, QueueMail } from './mail-content.ts';
import { admitMail, type MailLimits, originOf } from './mail-limits.ts';
import { takeTurn } from './mail-pace.ts';
import { renderMail } from './templates/render.ts';

/**
 * The one place where a mail is queued: it is within the limits, written down as it will be sent, and given to the job
 * that sends it, all in the caller's transaction.
 */
export const createQueueMail =
  (limits: MailLimits, service: MailService): QueueMail =>
  async (trx, mail) => {
    const { cause, about } = originOf(mail);
    const paced = 'paced' in mail ? mail.paced : undefined;
    const due = paced ? await takeTurn(trx, { customerId: paced.customerId, cause }, limits) : new Date();
    if (!(await admitMail(trx, mail, limits))) return due;
    const queued = await trx
      .insertInto('mails')
      .values({
        recipient: mail.to,
        sender_id: 'sender' in mail ? mail.sender : null,
        kind: mail.content.kind,
        caused_by: cause,
        about,
        ...(paced && { paced_by: paced.customerId, task_id: paced.taskId, due_at: due }),
        ...renderMail(mail, service),
      })
      .returning(['id', 'caused_by', 'paced_by'])
      .executeTakeFirstOrThrow();
    await addMailJob(trx, queued, Math.max(0, due.getTime() - Date.now()));
    return due;
  };

/** Sends a mail that failed once more, with all attempts. Throws `mail-too-old` once its text is gone (mail-text.ts). */
export async function requeueMail(trx: Trx, mailId: Id<'mail'>): Promise<void> {
  const mail = await trx
    .updateTable('mails')
    .set({ sending_at: null, failed_at: null })
    .where('id', '=', mailId)
    .where('failed_at', 'is not', null)
    .returning(['id', 'html', 'caused_by', 'paced_by'])
    .executeTakeFirst();
  if (mail?.html === '') throw new AppError('mail-too-old');
  if (mail) await addMailJob(trx, mail);
}

/** Invitations of an import go out behind other mails; no customer's and no sender's mails take all slots. */
export const addMailJob = (
  db: Db | Trx,
  { id, caused_by, paced_by }: Pick<Selectable<MailsTable>, 'id' | 'caused_by' | 'paced_by'>,
  delayMs = 0,
): Promise<void> =>
  addJob(
    db,
    'send-mail',
    { mailId: id },
    { key: mailJobKey(id), delayMs, share: paced_by ?? caused_by, behindOthers: paced_by !== null },
  );

/** One job a mail at most. */
export const mailJobKey = (mailId: string): string => `send-mail:${mailId}`;
