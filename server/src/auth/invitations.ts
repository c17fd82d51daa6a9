import { sql } from 'kysely';
import type { Id, TaskId, UserId } from '#protocol/ids.ts';
import type { Trx } from '#server/db/database.ts';
import type { Links } from '#server/links.ts';
import type { MailCause, QueueMail } from '#server/mail/mail-content.ts';
import { issueOneTimeToken, startOneTimeToken } from './one-time-token.ts';

/** For someone who did not ask for it, and may be away. */
const INVITATION_LIFE_MS = 7 * 24 * 3_600_000;

/** A user whom a manager or an admin has made without a password sets the first one by a mailed link. */
export interface Invitations {
  /**
   * Mails the link: a reset link that works longer, so that it verifies the address too. Throws `too-many-mails`.
   *
   * @param taskId of a task that invites many: the mail waits for its turn
   * @returns false, and mails nothing, where the user has a password already
   */
  sendIfWaiting(trx: Trx, id: string, causedBy: MailCause | null, taskId?: TaskId): Promise<boolean>;
}

export function createInvitations(deps: {
  readonly links: Links;
  readonly queueMail: QueueMail;
}): Invitations {
  const { links, queueMail } = deps;
  return {
    async sendIfWaiting(trx, id, causedBy, taskId) {
      const user = await trx
        .selectFrom('users')
        .innerJoin('customers', 'customers.id', 'users.customer_id')
        .where('users.id', '=', id as UserId)
        .where('users.invited_at', 'is not', null)
        .select(['users.mail', 'users.lang', 'users.customer_id', 'customers.name as customer'])
        .forUpdate('users')
        .executeTakeFirst();
      if (!user) return false;
      const waiting = await pacedTo(trx, user.mail);
      if (taskId !== undefined && waiting.length > 0) return true;
      // Sent now, the one that waits for its turn would come twice.
      if (waiting.length > 0) await trx.deleteFrom('mails').where('id', 'in', waiting).execute();
      const token = await issueOneTimeToken(trx, 'reset-user', id, INVITATION_LIFE_MS);
      const sentAt = await queueMail(trx, {
        to: user.mail,
        lang: user.lang,
        ...(causedBy !== null && { causedBy }),
        ...(taskId !== undefined && { paced: { customerId: user.customer_id, taskId } }),
        content: {
          kind: 'account-invitation',
          customer: user.customer,
          link: links.resetPassword('user', token, id),
        },
      });
      if (taskId !== undefined) await startOneTimeToken(trx, token, sentAt, INVITATION_LIFE_MS);
      await trx
        .updateTable('users')
        .set({ invited_at: taskId === undefined ? sql<Date>`now()` : sentAt })
        .where('id', '=', id as UserId)
        .execute();
      return true;
    },
  };
}

/** Invitations to the address that still wait for their turn. */
const pacedTo = async (trx: Trx, mail: string): Promise<readonly Id<'mail'>[]> =>
  (
    await trx
      .selectFrom('mails')
      .where(sql<boolean>`lower(recipient) = ${mail.toLowerCase()}`)
      .where('paced_by', 'is not', null)
      .where(sql<boolean>`num_nonnulls(sending_at, sent_at, failed_at) = 0`)
      .select('id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id);
