import { AppError } from '#protocol/app-error.ts';
import type { Id } from '#protocol/ids.ts';
import type { Trx } from '#server/db/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { QueueMail } from './mail-content.ts';
import { admitMail, type MailLimits, originOf } from './mail-limits.ts';
import { takeTurn } from './mail-pace.ts';
import { renderMail } from './templates/render.ts';

/**
 * The one place where a mail is queued: it is within the limits, written down as it will be sent, and given to the job
 * that sends it, all in the caller's transaction.
 */
export const createQueueMail =
  (limits: MailLimits): QueueMail =>
  async (trx, mail) => {
    const { cause, about } = originOf(mail);
    const paced = 'paced' in mail ? mail.paced : undefined;
    const due = paced ? await takeTurn(trx, { customerId: paced.customerId, cause }, limits) : new Date();
    if (!(await admitMail(trx, mail, limits))) return due;
    const { id } = await trx
      .insertInto('mails')
      .values({
        recipient: mail.to,
        sender_id: 'sender' in mail ? mail.sender : null,
        kind: mail.content.kind,
        caused_by: cause,
        about,
        ...(paced && { paced_by: paced.customerId, task_id: paced.taskId, due_at: due }),
        ...renderMail(mail),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delayMs = Math.max(0, due.getTime() - Date.now());
    await addJob(trx, 'send-mail', { mailId: id }, { key: mailJobKey(id), delayMs });
    return due;
  };

/** Sends a mail that failed once more, with all attempts. Throws `mail-too-old` once its text is gone (mail-text.ts). */
export async function requeueMail(trx: Trx, mailId: Id<'mail'>): Promise<void> {
  const mail = await trx
    .updateTable('mails')
    .set({ sending_at: null, failed_at: null })
    .where('id', '=', mailId)
    .where('failed_at', 'is not', null)
    .returning('html')
    .executeTakeFirst();
  if (mail?.html === '') throw new AppError('mail-too-old');
  await addJob(trx, 'send-mail', { mailId }, { key: mailJobKey(mailId) });
}

/** One job a mail at most. */
export const mailJobKey = (mailId: string): string => `send-mail:${mailId}`;
