import { AppError } from '#protocol/app-error.ts';
import type { AdminId, UserId } from '#protocol/ids.ts';
import type { OneTimePurpose } from '#server/db/account-tables.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import { addJob, type JobPayloads } from '#server/jobs/add-job.ts';
import type { Links } from '#server/links.ts';
import type { Language, MailCause, QueueMail } from '#server/mail/mail-content.ts';
import { endSignIns, type SigningKind, storePassword, type VerifiedKind } from './account-rows.ts';
import type { Change } from './change.ts';
import type { Invitations } from './invitations.ts';
import { fingerprintOf, nameOfKnown } from './known-browsers.ts';
import { endChanges } from './mail-change-rows.ts';
import { DEFAULT_LANGUAGE, type MailRequest, passOverHeldBack } from './mail-request.ts';
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

export interface PasswordChanges {
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
   * @returns the account's id, its address, and what a browser remembers of the password
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
  ): Promise<{ readonly id: string; readonly mail: string; readonly fingerprint: string }>;
  /**
   * Mails a reset link, or the invitation where there is no password yet: someone asks who manages the account. Throws
   * `too-many-requests`, `too-many-mails`.
   */
  sendReset(
    change: Pick<Change, 'db'>,
    request: { readonly id: UserId; readonly address: string; readonly causedBy: MailCause | null },
  ): Promise<void>;
  /**
   * Sets a password and ends all of the account's sign-ins. Throws a violation of `plainPassword`.
   *
   * @returns what a browser remembers of the password (known-browsers.ts)
   */
  changePassword(change: Change, kind: SigningKind, id: string, password: string): Promise<string>;
  /** The job of `requestReset`. */
  sendResetLink(payload: JobPayloads['send-reset-link']): Promise<void>;
}

export function createPasswordChanges(deps: {
  readonly db: Db;
  readonly limits: RateLimits;
  readonly links: Links;
  readonly queueMail: QueueMail;
  readonly invitations: Invitations;
  markVerified(change: Change, kind: VerifiedKind, id: string): Promise<void>;
}): PasswordChanges {
  const { db, limits, links, queueMail, invitations, markVerified } = deps;

  const changePassword: PasswordChanges['changePassword'] = async (change, kind, id, password) => {
    const problem = passwordProblem('plainPassword', password);
    if (problem) throw problem;
    const account = await lockPassword(change.db, kind, id);
    if (!account) throw new AppError('not-found');
    if (await verifyPassword(password, account.password_hash)) {
      throw invalidField('plainPassword', 'password-same');
    }
    const hash = await hashPassword(password);
    await storePassword(change.db, kind, id, hash);
    // Who sets a new password may fear that someone else has asked for another address.
    await endChanges(change.db, kind, id, 'pending');
    await endSignIns(change, kind, id);
    // The first one takes no other's place.
    const isFirst = kind === 'user' && (await endInvitation(change.db, id));
    if (!isFirst) {
      await queueMail(change.db, {
        to: account.mail,
        lang: account.lang,
        content: { kind: 'password-changed', link: links.signIn() },
      });
    }
    return fingerprintOf(hash);
  };

  const mailResetLink = async (
    trx: Trx,
    audience: ResetAudience,
    account: { readonly id: string; readonly mail: string; readonly lang: Language },
    causedBy: MailCause | null,
  ): Promise<void> => {
    const token = await issueOneTimeToken(trx, `reset-${audience}`, account.id);
    const link = links.resetPassword(audience, token, account.id);
    await queueMail(trx, {
      to: account.mail,
      lang: account.lang,
      ...(causedBy !== null && { causedBy }),
      content: { kind: 'reset-password', link },
    });
  };

  return {
    async requestReset({ db: trx }, { audience, mail, address, knownBrowser }) {
      const browser = await nameOfKnown(trx, kindOf(audience), mail, knownBrowser);
      await limits.attempt('mail', { address, account: mail, knownBrowser: browser });
      await addJob(trx, 'send-reset-link', { audience, mail });
    },

    async resetPassword(change, { audience, token, password, mail, target, address }) {
      const attempt = await limits.attempt('link', { address });
      const purpose: OneTimePurpose = `reset-${audience}`;
      const kind = kindOf(audience);
      const link = await findOneTimeToken(change.db, [purpose], token);
      const account = link && (await lockPassword(change.db, kind, link.target));
      const matches =
        link && account && (target === link.target || mail?.toLowerCase() === account.mail.toLowerCase());
      if (!matches) throw oneTimeTokenError(purpose, 'unknown');
      await consumeOneTimeToken(change.db, purpose, token, link.target);
      const fingerprint = await changePassword(change, kind, link.target, password);
      await markVerified(change, kind, link.target);
      await attempt.forgive();
      return { id: link.target, mail: account.mail, fingerprint };
    },

    changePassword,

    async sendReset({ db: trx }, { id, address, causedBy }) {
      await limits.attempt('managed-mail', { address, account: id });
      if (await invitations.sendIfWaiting(trx, id, causedBy)) return;
      const user = await trx
        .selectFrom('users')
        .where('id', '=', id)
        .select(['mail', 'lang', 'is_manager'])
        .executeTakeFirstOrThrow();
      await mailResetLink(trx, user.is_manager ? 'manager' : 'user', { ...user, id }, causedBy);
    },

    async sendResetLink({ audience, mail }) {
      const account = await findForReset(db, audience, mail);
      if (!account) return;
      const sent = db.transaction().execute((trx) => mailResetLink(trx, audience, account, null));
      await sent.catch(passOverHeldBack);
    },
  };
}

const kindOf = (audience: ResetAudience): SigningKind => (audience === 'admin' ? 'admin' : 'user');

/** Whether the user had no password until now. What else was mailed to set the first one is void. */
async function endInvitation(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ invited_at: null })
    .where('id', '=', id as UserId)
    .where('invited_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: new Date() })
    .where('target', '=', id)
    .where('purpose', 'in', ['reset-user', 'reset-manager'])
    .where('used_at', 'is', null)
    .execute();
  return true;
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
