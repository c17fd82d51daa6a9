import { AppError } from '#protocol/app-error.ts';
import type { AdminId, CustomerId, TaskId, UserId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { addJob, type JobPayloads } from '#server/jobs/add-job.ts';
import type { Links } from '#server/links.ts';
import type { Language, MailCause, QueueMail } from '#server/mail/mail-content.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import { lockAccount, type SigningKind, userVerified, type VerifiedKind } from './account-rows.ts';
import type { Change } from './change.ts';
import { manageOwnCustomer } from './first-customer.ts';
import type { Invitations } from './invitations.ts';
import { nameOfKnown } from './known-browsers.ts';
import type { MailChanges } from './mail-changes.ts';
import { DEFAULT_LANGUAGE, type MailRequest, passOverHeldBack } from './mail-request.ts';
import {
  consumeOneTimeToken,
  findOneTimeToken,
  issueOneTimeToken,
  oneTimeTokenError,
} from './one-time-token.ts';
import type { RateLimits } from './rate-limits.ts';

/** A mail address is verified by following a link that was mailed to it. */
export interface Verification {
  /** Mails the link that verifies a new account's address. `lang`: the asker's, where the reader has none. */
  sendVerification(
    change: Pick<Change, 'db'>,
    request: {
      readonly kind: VerifiedKind;
      readonly id: string;
      readonly lang: Language;
      readonly causedBy?: MailCause | null;
    },
  ): Promise<void>;
  /** Mails the link again for the address that waits for it. Throws `verification-used` where none does. */
  resendLink(
    change: Pick<Change, 'db'>,
    request: {
      readonly kind: VerifiedKind;
      readonly id: string;
      readonly lang: Language;
      readonly address: string;
      readonly causedBy: MailCause | null;
      /** Of a task that asks for many: an invitation waits for its turn. */
      readonly taskId?: TaskId | undefined;
      /** In which limit it counts: `managed-mail` where a manager asks for someone else. */
      readonly countedAs: 'mail' | 'managed-mail';
    },
  ): Promise<void>;
  /** Asks for another link for an account that is not verified yet; always succeeds in the same time. */
  requestVerification(
    change: Pick<Change, 'db'>,
    request: MailRequest & { readonly kind: SigningKind; readonly lang: Language },
  ): Promise<void>;
  /**
   * Follows a verification link, of a new account or of a changed address. Throws `verification-…`, `address-taken`,
   * `too-many-requests`.
   */
  verify(
    change: Change,
    request: {
      readonly kind: VerifiedKind;
      readonly token: string;
      readonly target: string;
      readonly address: string;
    },
  ): Promise<void>;
  /** The job of `requestVerification`. */
  sendVerificationLink(payload: JobPayloads['send-verification-link']): Promise<void>;
}

export interface VerificationDeps {
  readonly db: Db;
  readonly limits: RateLimits;
  readonly links: Links;
  readonly queueMail: QueueMail;
  readonly queueWebhookEvent: QueueWebhookEvent;
  readonly mailChanges: MailChanges;
  readonly invitations: Invitations;
}

/** `markVerified`: the account has shown in another way that the address is its own. */
export function createVerification(deps: VerificationDeps): {
  readonly verification: Verification;
  markVerified(change: Change, kind: VerifiedKind, id: string): Promise<void>;
} {
  const { db, limits, links, queueMail, queueWebhookEvent, mailChanges, invitations } = deps;

  const sendVerification: Verification['sendVerification'] = async (
    { db: trx },
    { kind, id, lang, causedBy = null },
  ) => {
    const reader = await lockAccount(trx, kind, id);
    if (!reader?.mail) return;
    const token = await issueOneTimeToken(trx, `verify-${kind}`, id);
    const link = links.verify(kind, token, id);
    await queueMail(trx, {
      to: reader.mail,
      lang: reader.lang ?? lang,
      ...(causedBy !== null && { causedBy }),
      content:
        kind === 'customer'
          ? { kind: 'verify-customer', name: reader.name, link }
          : { kind: 'verify-account', link },
    });
  };

  /** For a changed address, or for a new account; false where neither waits. */
  const sendWaitingLink = async (
    trx: Trx,
    request: Parameters<Verification['sendVerification']>[1] & { readonly taskId?: TaskId | undefined },
  ): Promise<boolean> => {
    const { kind, id, causedBy = null, taskId } = request;
    if (await mailChanges.resend({ db: trx }, request)) return true;
    if (kind === 'user' && (await invitations.sendIfWaiting(trx, id, causedBy, taskId))) return true;
    const account = await lockAccount(trx, kind, id);
    if (account?.state !== 'UNVERIFIED') return false;
    await sendVerification({ db: trx }, request);
    return true;
  };

  const markVerified = async (change: Change, kind: VerifiedKind, id: string): Promise<void> => {
    const table = kind === 'customer' ? 'customers' : kind === 'user' ? 'users' : 'admins';
    const { numUpdatedRows } = await change.db
      .updateTable(table)
      .set(({ eb }) => ({ state: 'VERIFIED', revision: eb('revision', '+', 1) }))
      .where('id', '=', id as UserId & AdminId & CustomerId)
      .where('state', '=', 'UNVERIFIED')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (kind === 'customer') change.publish({ type: 'features-changed', customerId: id as CustomerId });
    if (kind === 'user') {
      await manageOwnCustomer(change, id as UserId);
      await queueWebhookEvent(change.db, await userVerified(change.db, id as UserId));
    }
  };

  const verification: Verification = {
    sendVerification,

    async resendLink(change, { kind, id, lang, address, causedBy, countedAs, taskId }) {
      await limits.attempt(countedAs, { address, account: id });
      const waiting = await sendWaitingLink(change.db, { kind, id, lang, causedBy, taskId });
      if (!waiting) throw new AppError('verification-used');
    },

    async requestVerification({ db: trx }, { kind, mail, lang, address, knownBrowser }) {
      const browser = await nameOfKnown(trx, kind, mail, knownBrowser);
      await limits.attempt('mail', { address, account: mail, knownBrowser: browser });
      await addJob(trx, 'send-verification-link', { kind, mail, lang });
    },

    async verify(change, { kind, token, target, address }) {
      const attempt = await limits.attempt('link', { address });
      const confirming = `confirm-${kind}` as const;
      const link = await findOneTimeToken(change.db, [`verify-${kind}`, confirming], token);
      if (link?.target !== target) throw oneTimeTokenError(confirming, 'unknown');
      await lockAccount(change.db, kind, target);
      await consumeOneTimeToken(change.db, link.purpose, token, target);
      if (link.purpose === confirming) {
        await mailChanges.confirm(change, kind, target);
        // The invitation to the former address is void.
        if (kind === 'user') await invitations.sendIfWaiting(change.db, target, null);
      } else await markVerified(change, kind, target);
      if (kind === 'customer')
        await addJob(change.db, 'bring-invitations-forward', { customerId: target as CustomerId });
      await attempt.forgive();
    },

    // A job that a server of an earlier version has queued carries the address alone.
    async sendVerificationLink({ kind = 'user', mail, lang = DEFAULT_LANGUAGE }) {
      const sent = db.transaction().execute(async (trx) => {
        const account = await trx
          .selectFrom(kind === 'user' ? 'users' : 'admins')
          .where('mail_key', '=', mail.toLowerCase())
          .where('state', '=', 'UNVERIFIED')
          .select('id')
          .executeTakeFirst();
        if (account) await sendWaitingLink(trx, { kind, id: account.id, lang });
      });
      await sent.catch(passOverHeldBack);
    },
  };
  return { verification, markVerified };
}
