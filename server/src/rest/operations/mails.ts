import { requeueMail } from '#server/mail/queue-mail.ts';
import { itemChange, type Operation } from '#server/rest/operation.ts';
import { assertFailed, mailsResource } from '#server/rest/resources/mails.ts';

export const mailOperations: readonly Operation[] = [
  itemChange('mails.retry', mailsResource, async (context, mail) => {
    assertFailed(mail);
    await requeueMail(context.db, mail.id);
    await context.audit('retry', 'mails', mail.id, null);
    return { id: mail.id };
  }),
];
