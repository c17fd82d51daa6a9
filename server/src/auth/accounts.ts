import { AppError } from '#protocol/app-error.ts';
import type { AdminId, CustomerId, UserId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { OneTimePurpose } from '#server/db/schema.ts';
import { invalidField } from '#server/errors.ts';
import { addJob, type JobPayloads } from '#server/jobs/add-job.ts';
import type { Links } from '#server/links.ts';
import type { Language, MailCause, QueueMail } from '#server/mail/mail-content.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import {
  endSignIns,
  lockAccount,
  type SigningKind,
  storePassword,
  userVerified,
  type VerifiedKind,
} from './account-rows.ts';
import type { Change } from './change.ts';
import { endChanges, isClaimed } from './mail-change-rows.ts';
import type { MailChanges } from './mail-changes.ts';
import {
  consumeOneTimeToken,
  findOneTimeToken,
  issueOneTimeToken,
  oneTimeTokenError,
} from './one-time-token.ts';
import { hashPassword, passwordProblem, verifyPassword } from './password.ts';
import type { RateLimits } from './rate-limits.ts';

/** Who a reset is for: the same mail address may be a user's and an admin's. */
export type ResetAudience = JobPayloads['send-reset-link']['audience'];

export interface SignUp {
  readonly mail: string;
  readonly password: string;
  readonly nickname: string;
  readonly lang: Language;
  readonly address: string;
}

interface MailRequest {
  readonly mail: string;
  readonly address: string;
  readonly knownBrowser?: string | null;
}

export interface Accounts {
  /**
   * Makes an unverified user of the default customer and mails the verification link. Throws `sign-up-failed` for a
   * mail address that is taken (the specification names that message), `too-many-requests`, a password violation.
   */
  signUp(change: Change, request: SignUp): Promise<UserId>;
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
  /** Asks for a reset link; always succeeds in the same time, whether or not there is such an account. */
  requestReset(
    change: Pick<Change, 'db'>,
    request: { readonly audience: ResetAudience } & MailRequest,
  ): Promise<void>;
  /**
   * Follows a reset link: sets the password and ends all sign-ins; the address counts as verified, since the link came
   * through it. `mail` or `target` must be the link's. Throws `reset-…`, `too-many-requests`, and a violation of
   * `plainPassword` (`password-same` among them), which leaves the link usable.
   *
   * @returns the account's id and its address
   */
  resetPassword(
    change: Change,
    request: {
      readonly audience: ResetAudience;
      readonly token: string;
      readonly password: string;
      readonly mail?: string | undefined;
      readonly target?: string | undefined;
      readonly address: string;
    },
  ): Promise<{ readonly id: string; readonly mail: string }>;
  /** Sets a password and ends all of the account's sign-ins. Throws a violation of `plainPassword`. */
  changePassword(change: Change, kind: SigningKind, id: string, password: string): Promise<void>;
  /** Ends all sign-ins of an account, e.g. of a device whose secret was renewed or which was disabled. */
  endSignIns(change: Change, kind: SigningKind | 'device', id: string): Promise<void>;
  /** The job of `requestReset`. */
  sendResetLink(payload: JobPayloads['send-reset-link']): Promise<void>;
  /** The job of `requestVerification`. */
  sendVerificationLink(payload: JobPayloads['send-verification-link']): Promise<void>;
}

/** Where no one knows which language is read: the product's. */
const DEFAULT_LANGUAGE: Language = 'ja';

export function createAccounts(deps: {
  readonly db: Db;
  readonly limits: RateLimits;
  readonly links: Links;
  readonly queueMail: QueueMail;
  readonly queueWebhookEvent: QueueWebhookEvent;
  readonly mailChanges: MailChanges;
}): Accounts {
  const { db, limits, links, queueMail, queueWebhookEvent, mailChanges } = deps;

  const sendVerification: Accounts['sendVerification'] = async (
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

  const changePassword: Accounts['changePassword'] = async (change, kind, id, password) => {
    const problem = passwordProblem('plainPassword', password);
    if (problem) throw problem;
    const account = await lockPassword(change.db, kind, id);
    if (!account) throw new AppError('not-found');
    if (await verifyPassword(password, account.password_hash)) {
      throw invalidField('plainPassword', 'password-same');
    }
    await storePassword(change.db, kind, id, await hashPassword(password));
    // Who sets a new password may fear that someone else has asked for another address.
    await endChanges(change.db, kind, id, 'pending');
    await endSignIns(change, kind, id);
    await queueMail(change.db, {
      to: account.mail,
      lang: account.lang,
      content: { kind: 'password-changed', link: links.signIn() },
    });
  };

  /** For a changed address, or for that of a new account; false where neither waits. */
  const sendWaitingLink = async (
    trx: Trx,
    request: Parameters<Accounts['sendVerification']>[1],
  ): Promise<boolean> => {
    if (await mailChanges.resend({ db: trx }, request)) return true;
    const account = await lockAccount(trx, request.kind, request.id);
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
    if (kind === 'user') await queueWebhookEvent(change.db, await userVerified(change.db, id as UserId));
  };

  return {
    async signUp(change, { mail, password, nickname, lang, address }) {
      await limits.attempt('sign-up', { address });
      const problem = passwordProblem('plainPassword', password);
      if (problem) throw problem;
      // Before it is known whether the address is taken, so that the answer takes the same time.
      const passwordHash = await hashPassword(password);
      const customer = await change.db
        .selectFrom('customers')
        .where('is_default', '=', true)
        .select('id')
        .executeTakeFirstOrThrow();
      const claimed = await isClaimed(change.db, 'user', mail);
      const user = await change.db
        .insertInto('users')
        .values({ mail, nickname, password_hash: passwordHash, lang, customer_id: customer.id })
        .onConflict((conflict) => conflict.column('mail_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!user || claimed) throw new AppError('sign-up-failed');
      await change.db.insertInto('settings').values({ user_id: user.id }).execute();
      await sendVerification(change, { kind: 'user', id: user.id, lang });
      return user.id;
    },

    sendVerification,

    async resendLink(change, { kind, id, lang, address, causedBy }) {
      await limits.attempt('mail', { address, account: id });
      const waiting = await sendWaitingLink(change.db, { kind, id, lang, causedBy });
      if (!waiting) throw new AppError('verification-used');
    },

    async requestVerification({ db: trx }, { kind, mail, lang, address, knownBrowser }) {
      await limits.attempt('mail', { address, account: mail, knownBrowser });
      await addJob(trx, 'send-verification-link', { kind, mail, lang });
    },

    async verify(change, { kind, token, target, address }) {
      const attempt = await limits.attempt('link', { address });
      const confirming = `confirm-${kind}` as const;
      const link = await findOneTimeToken(change.db, [`verify-${kind}`, confirming], token);
      if (link?.target !== target) throw oneTimeTokenError(confirming, 'unknown');
      await lockAccount(change.db, kind, target);
      await consumeOneTimeToken(change.db, link.purpose, token, target);
      if (link.purpose === confirming) await mailChanges.confirm(change, kind, target);
      else await markVerified(change, kind, target);
      await attempt.forgive();
    },

    async requestReset({ db: trx }, { audience, mail, address, knownBrowser }) {
      await limits.attempt('mail', { address, account: mail, knownBrowser });
      await addJob(trx, 'send-reset-link', { audience, mail });
    },

    async resetPassword(change, { audience, token, password, mail, target, address }) {
      const attempt = await limits.attempt('link', { address });
      const purpose: OneTimePurpose = `reset-${audience}`;
      const kind = audience === 'admin' ? 'admin' : 'user';
      const link = await findOneTimeToken(change.db, [purpose], token);
      const account = link && (await lockPassword(change.db, kind, link.target));
      const matches =
        link && account && (target === link.target || mail?.toLowerCase() === account.mail.toLowerCase());
      if (!matches) throw oneTimeTokenError(purpose, 'unknown');
      await consumeOneTimeToken(change.db, purpose, token, link.target);
      await changePassword(change, kind, link.target, password);
      await markVerified(change, kind, link.target);
      await attempt.forgive();
      return { id: link.target, mail: account.mail };
    },

    changePassword,
    endSignIns,

    async sendResetLink({ audience, mail }) {
      const account = await findForReset(db, audience, mail);
      if (!account) return;
      const sent = db.transaction().execute(async (trx) => {
        const token = await issueOneTimeToken(trx, `reset-${audience}`, account.id);
        const link = links.resetPassword(audience, token, account.id);
        await queueMail(trx, {
          to: account.mail,
          lang: account.lang,
          content: { kind: 'reset-password', link },
        });
      });
      await sent.catch(passOverHeldBack);
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
}

/** Who asked has been answered already, and a link that works went out a short time ago. */
function passOverHeldBack(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'too-many-mails') throw error;
}

async function lockPassword(trx: Trx, kind: SigningKind, id: string) {
  if (kind === 'user') {
    return await trx
      .selectFrom('users')
      .where('id', '=', id as UserId)
      .select(['mail', 'lang', 'password_hash'])
      .forUpdate()
      .executeTakeFirst();
  }
  const admin = await trx
    .selectFrom('admins')
    .where('id', '=', id as AdminId)
    .select(['mail', 'password_hash'])
    .forUpdate()
    .executeTakeFirst();
  return admin && { ...admin, lang: DEFAULT_LANGUAGE };
}

async function findForReset(db: Db, audience: ResetAudience, mail: string) {
  const key = mail.toLowerCase();
  if (audience === 'admin') {
    const admin = await db
      .selectFrom('admins')
      .where('mail_key', '=', key)
      .select(['id', 'mail'])
      .executeTakeFirst();
    return admin && { ...admin, lang: DEFAULT_LANGUAGE };
  }
  return await db
    .selectFrom('users')
    .where('mail_key', '=', key)
    .$if(audience === 'manager', (query) => query.where('is_manager', '=', true))
    .select(['id', 'mail', 'lang'])
    .executeTakeFirst();
}
