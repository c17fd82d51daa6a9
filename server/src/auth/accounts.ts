import { AppError } from '#protocol/app-error.ts';
import type { UserId } from '#protocol/ids.ts';
import type { Language } from '#server/mail/mail-content.ts';
import { endSignIns, type SigningKind } from './account-rows.ts';
import type { Change } from './change.ts';
import type { Invitations } from './invitations.ts';
import { isClaimed } from './mail-change-rows.ts';
import { hashPassword, passwordProblem } from './password.ts';
import { createPasswordChanges, type PasswordChanges } from './password-changes.ts';
import { createVerification, type Verification, type VerificationDeps } from './verification.ts';

export interface SignUp {
  readonly mail: string;
  readonly password: string;
  readonly nickname: string;
  readonly lang: Language;
  readonly address: string;
}

export interface Accounts extends Verification, PasswordChanges {
  readonly invitations: Invitations;
  /**
   * Makes an unverified user of the default customer and mails the verification link. Throws `sign-up-failed` for a
   * mail address that is taken (the specification names that message), `too-many-requests`, a password violation.
   */
  signUp(change: Change, request: SignUp): Promise<UserId>;
  /** Ends all sign-ins of an account, e.g. of a device whose secret was renewed or which was disabled. */
  endSignIns(change: Change, kind: SigningKind | 'device', id: string): Promise<void>;
}

export function createAccounts(deps: VerificationDeps): Accounts {
  const { limits } = deps;
  const { verification, markVerified } = createVerification(deps);
  return {
    ...verification,
    invitations: deps.invitations,
    ...createPasswordChanges({ ...deps, markVerified }),
    endSignIns,

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
        .executeTakeFirst();
      // Deleted by an administrator of an earlier version.
      if (!customer) throw new AppError('sign-up-failed', { message: 'There is no default customer' });
      const claimed = await isClaimed(change.db, 'user', mail);
      const user = await change.db
        .insertInto('users')
        .values({ mail, nickname, password_hash: passwordHash, lang, customer_id: customer.id })
        .onConflict((conflict) => conflict.column('mail_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!user || claimed) throw new AppError('sign-up-failed');
      await change.db.insertInto('settings').values({ user_id: user.id }).execute();
      await verification.sendVerification(change, { kind: 'user', id: user.id, lang });
      return user.id;
    },
  };
}
