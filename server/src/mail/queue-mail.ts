import { addJob } from '#server/jobs/add-job.ts';
import type { QueueMail } from './mail.ts';
import { renderMail } from './templates/render.ts';

/** The mail as it will be sent is written down, and the job that sends it, both in the caller's transaction. */
export const queueMail: QueueMail = async (trx, mail) => {
  const { id } = await trx
    .insertInto('mails')
    .values({ recipient: mail.to, sender_id: mail.sender ?? null, ...renderMail(mail) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(trx, 'send-mail', { mailId: id }, { key: mailJobKey(id) });
};

/** One job a mail at most. */
export const mailJobKey = (mailId: string): string => `send-mail:${mailId}`;
