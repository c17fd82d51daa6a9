import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, Id, UserId } from '#protocol/ids.ts';
import type { MailChangeRow } from '#server/db/account-tables.ts';
import type { Trx } from '#server/db/database.ts';
import type { Links } from '#server/links.ts';
import type { Language, Letter, MailCause, QueueMail } from '#server/mail/mail-content.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import {
  type AccountRow,
  endSignIns,
  lockAccount,
  storePassword,
  userVerified,
  type VerifiedKind,
} from './account-rows.ts';
import type { Change } from './change.ts';
import {
  columnsOfAccount,
  endChanges,
  findPending,
  hasChanged,
  isReserved,
  kindOfChange,
  lockAddresses,
  raiseRevision,
  removeApprovalLinks,
  removeVerificationLinks,
  setMail,
} from './mail-change-rows.ts';
import {
  consumeOneTimeToken,
  findOneTimeToken,
  issueOneTimeToken,
  oneTimeTokenError,
  UNDO_LIFE_MS,
} from './one-time-token.ts';
import { hashOfNoPassword } from './password.ts';
import type { RateLimits } from './rate-limits.ts';

export interface MailChangeRequest {
  readonly kind: VerifiedKind;
  readonly id: string;
  /** Null removes the address, which no one has to confirm. */
  readonly mail: string | null;
  readonly byOwner: boolean;
  /** In whose daily limit of mails it counts. */
  readonly causedBy: MailCause | null;
  /** The asker's: an admin, and the contact of a customer, are written to in it. */
  readonly lang: Language;
  readonly address: string;
}

/** A mail address changes when the new one is confirmed; the old one is told, and can undo it. */
export interface MailChanges {
  /**
   * Mails the link to the new address, and tells the old one. The answer is the same whether or not another account has the
   * new address. Throws `too-many-requests`.
   */
  request(change: Change, request: MailChangeRequest): Promise<void>;
  /** Mails the link of a pending change again. False where none is pending. */
  resend(
    change: Pick<Change, 'db'>,
    request: Pick<MailChangeRequest, 'kind' | 'id' | 'lang'> & { readonly causedBy?: MailCause | null },
  ): Promise<boolean>;
  /** Gives a pending change up. False where none is pending. */
  withdraw(change: Change, kind: VerifiedKind, id: string): Promise<boolean>;
  /**
   * Ends a pending change that someone else has asked for. For a user who comes to reach more or moves to another
   * customer: who was allowed to ask before may not be allowed to become that user now.
   */
  endAskedByOthers(change: Pick<Change, 'db'>, userId: UserId): Promise<void>;
  /** The link to the new address has been followed. Throws `address-taken`, which leaves the link usable. */
  confirm(change: Change, kind: VerifiedKind, id: string): Promise<void>;
  /**
   * The link to the old address has been followed: the account has that one again, despite later changes. All
   * its sign-ins end, its password no longer works, and what was mailed to the new address is void. Throws `undo-…`, `too-many-requests`.
   */
  undo(
    change: Change,
    link: { readonly token: string; readonly target: string; readonly address: string },
  ): Promise<{ readonly kind: VerifiedKind; readonly id: string }>;
}

export function createMailChanges(deps: {
  readonly limits: RateLimits;
  readonly links: Links;
  readonly queueMail: QueueMail;
  readonly queueWebhookEvent: QueueWebhookEvent;
}): MailChanges {
  const { limits, links, queueMail, queueWebhookEvent } = deps;

  const confirmation = async (
    trx: Trx,
    kind: VerifiedKind,
    id: string,
    letter: Omit<Letter, 'content'>,
  ): Promise<Letter> => {
    const token = await issueOneTimeToken(trx, `confirm-${kind}`, id);
    return { ...letter, content: { kind: 'confirm-mail', link: links.verify(kind, token, id) } };
  };

  /** Tells the old address, which someone has confirmed once, with the link that undoes the change. */
  const notice = async (
    trx: Trx,
    { id, old_mail: to, lang }: MailChangeRow,
    account: AccountRow,
    content: (link: string) => Letter['content'],
  ): Promise<Letter[]> => {
    if (to === null || account.state !== 'VERIFIED') return [];
    const link = links.undoMail(await issueOneTimeToken(trx, 'undo-mail', id), id);
    return [{ to, lang: account.lang ?? lang, content: content(link) }];
  };

  const queue = async (trx: Trx, letters: readonly Letter[]): Promise<void> => {
    // In the order that queueMail wants.
    for (const letter of letters.toSorted((a, b) => (a.to.toLowerCase() < b.to.toLowerCase() ? -1 : 1))) {
      await queueMail(trx, letter);
    }
  };

  const apply = async (
    change: Change,
    kind: VerifiedKind,
    row: MailChangeRow,
    account: AccountRow,
  ): Promise<void> => {
    const { db: trx } = change;
    const id = row.account_id;
    await setMail(trx, kind, id, row.new_mail);
    const now = new Date();
    await trx
      .updateTable('mail_changes')
      .set({ confirmed_at: now, undo_until: new Date(now.getTime() + UNDO_LIFE_MS) })
      .where('id', '=', row.id)
      .execute();
    const { new_mail: newMail } = row;
    await queue(trx, await notice(trx, row, account, (link) => ({ kind: 'mail-changed', newMail, link })));
    if (kind === 'customer') {
      if (account.state === 'UNVERIFIED') {
        change.publish({ type: 'features-changed', customerId: id as CustomerId });
      }
      return;
    }
    // Someone else has decided that the account's mail goes elsewhere: who is signed in shows again that it is theirs.
    if (!row.by_owner) await endSignIns(change, kind, id);
    if (kind !== 'user') return;
    await removeApprovalLinks(trx, id);
    await queueWebhookEvent(trx, await userVerified(trx, id as UserId));
  };

  return {
    async request(change, { kind, id, mail, byOwner, causedBy, lang, address }) {
      const { db: trx } = change;
      const account = await lockAccount(trx, kind, id);
      if (!account) throw new AppError('not-found');
      const pending = await findPending(trx, id);
      const letter = { to: mail ?? '', lang: account.lang ?? lang, ...(causedBy !== null && { causedBy }) };
      if (mail !== null) {
        await limits.attempt('mail', { address, account: id });
        if (pending?.new_mail?.toLowerCase() === mail.toLowerCase()) {
          await queue(trx, [await confirmation(trx, kind, id, letter)]);
          return;
        }
      }
      await endChanges(trx, kind, id, 'pending');
      if (account.state === 'UNVERIFIED') await removeVerificationLinks(trx, kind, id);
      const row = await trx
        .insertInto('mail_changes')
        .values({
          ...columnsOfAccount(kind, id),
          old_mail: account.mail,
          new_mail: mail,
          by_owner: byOwner,
          lang,
          undo_until: new Date(Date.now() + UNDO_LIFE_MS),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (mail === null) {
        await apply(change, kind, row, account);
        return;
      }
      await queue(trx, [
        await confirmation(trx, kind, id, letter),
        ...(await notice(trx, row, account, (link) => ({
          kind: 'mail-change-requested',
          newMail: mail,
          link,
        }))),
      ]);
    },

    async resend({ db: trx }, { kind, id, lang, causedBy = null }) {
      const account = await lockAccount(trx, kind, id);
      const pending = await findPending(trx, id);
      if (!account || !pending?.new_mail) return false;
      const letter = {
        to: pending.new_mail,
        lang: account.lang ?? lang,
        ...(causedBy !== null && { causedBy }),
      };
      await queue(trx, [await confirmation(trx, kind, id, letter)]);
      return true;
    },

    async withdraw({ db: trx }, kind, id) {
      await lockAccount(trx, kind, id);
      if (!(await findPending(trx, id))) return false;
      await endChanges(trx, kind, id, 'pending');
      await raiseRevision(trx, kind, id);
      return true;
    },

    async endAskedByOthers({ db: trx }, userId) {
      // A confirmation at the same moment comes before or after all of it.
      await lockAccount(trx, 'user', userId);
      const pending = await findPending(trx, userId);
      if (!pending || pending.by_owner) return;
      await endChanges(trx, 'user', userId, 'pending');
      await raiseRevision(trx, 'user', userId);
    },

    async confirm(change, kind, id) {
      const account = await lockAccount(change.db, kind, id);
      const pending = await findPending(change.db, id);
      if (!account || !pending?.new_mail) throw oneTimeTokenError(`confirm-${kind}`, 'unknown');
      if (kind !== 'customer') {
        await lockAddresses(change.db, [pending.new_mail, account.mail]);
        if (await isReserved(change.db, kind, pending.new_mail, id)) throw new AppError('address-taken');
      }
      await apply(change, kind, pending, account);
    },

    async undo(change, { token, target, address }) {
      const { db: trx } = change;
      const attempt = await limits.attempt('link', { address });
      const link = await findOneTimeToken(trx, ['undo-mail'], token);
      if (link?.target !== target) throw oneTimeTokenError('undo-mail', 'unknown');
      const row = await trx
        .selectFrom('mail_changes')
        .where('id', '=', target as Id<'mailChange'>)
        .selectAll()
        .executeTakeFirstOrThrow();
      const kind = kindOfChange(row);
      const id = row.account_id;
      await lockAccount(trx, kind, id);
      if (!(await hasChanged(trx, id, row.created_at))) throw oneTimeTokenError('undo-mail', 'used');
      await consumeOneTimeToken(trx, 'undo-mail', token, target);
      await endChanges(trx, kind, id, { changedSince: row.created_at });
      await setMail(trx, kind, id, row.old_mail);
      if (kind === 'user') await removeApprovalLinks(trx, id);
      if (kind !== 'customer') {
        // Anyone who asked for the change may know the password, or has set it through the new address.
        await storePassword(trx, kind, id, hashOfNoPassword());
        await endSignIns(change, kind, id);
      }
      await attempt.forgive();
      return { kind, id };
    },
  };
}
