import { addJob } from '#server/jobs/add-job.ts';
import type { QueueMail } from './mail-content.ts';
import { admitMail, type MailLimits, originOf } from './mail-limits.ts';
import { renderMail } from './templates/render.ts';

/**
 * The one place where a mail is queued: it is within the limits, written down as it will be sent, and given to the job
 * that sends it, all in the caller's transaction.
 */
export const createQueueMail =
  (limits: MailLimits): QueueMail =>
  async (trx, mail) => {
    if (!(await admitMail(trx, mail, limits))) return;
    const { cause, about } = originOf(mail);
    const { id } = await trx
      .insertInto('mails')
      .values({
        recipient: mail.to,
        sender_id: 'sender' in mail ? mail.sender : null,
        kind: mail.content.kind,
        caused_by: cause,
        about,
        ...renderMail(mail),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJob(trx, 'send-mail', { mailId: id }, { key: mailJobKey(id) });
  };

/** One job a mail at most. */
export const mailJobKey = (mailId: string): string => `send-mail:${mailId}`;
