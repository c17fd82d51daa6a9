import { linkFields } from '#protocol/rest/credentials.ts';
import { defineOperation, nothing } from '#protocol/rest/define-operation.ts';

/** What users, admins and customers have in common: a mail address that is verified by a link. */
export const resendLink = (path: string, what: string) =>
  defineOperation({
    method: 'POST',
    path: `${path}/{id}/verification`,
    summary: `Mails the link again to the address of the ${what} that waits to be verified or confirmed`,
    reply: nothing,
    status: 202,
  });

export const withdrawMail = (path: string, what: string) =>
  defineOperation({
    method: 'DELETE',
    path: `${path}/{id}/verification`,
    summary: `Gives up the pending change of the mail address of the ${what}`,
    reply: nothing,
  });

export const mailChangeOperations = {
  'mailChanges.undo': defineOperation({
    method: 'POST',
    path: 'mail_changes/undo',
    summary: 'Undoes the change of a mail address by the link mailed to the old one, and ends all sign-ins',
    body: linkFields,
    reply: nothing,
    status: 204,
  }),
} as const;
