import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { hashPassword, needsRehash, verifyPassword } from './password.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Account, RefreshTokens, Tokens } from './refresh-tokens.ts';

export interface SignIn {
  /**
   * A user's, manager's or admin's sign-in; an unverified account may sign in, and is then held to the few routes that
   * allow it. Throws `wrong-credentials`, `too-many-requests`.
   */
  withPassword(request: {
    readonly mail: string;
    readonly password: string;
    readonly address: string;
    readonly knownBrowser?: string | null;
  }): Promise<SignedIn>;
  /** Throws `wrong-credentials`, `device-disabled` (told only to who knows the secret), `too-many-requests`. */
  withDeviceSecret(request: {
    readonly serial: string;
    readonly secret: string;
    readonly address: string;
    readonly knownBrowser?: string | null;
  }): Promise<SignedIn>;
}

export interface SignedIn extends Tokens {
  readonly account: Account;
}

export function createSignIn(deps: {
  readonly db: Db;
  readonly refreshTokens: RefreshTokens;
  readonly limits: RateLimits;
}): SignIn {
  const { db, refreshTokens, limits } = deps;
  // Someone without an account is answered after the same work as someone with one.
  const dummyHash = hashPassword(newOpaqueToken().token);

  return {
    async withPassword({ mail, password, address, knownBrowser }) {
      const attempt = await limits.attempt('sign-in', { address, account: mail, knownBrowser });
      const candidates = await findByMail(db, mail);
      if (candidates.length === 0) await verifyPassword(password, await dummyHash);
      for (const { account, passwordHash } of candidates) {
        if (!(await verifyPassword(password, passwordHash))) continue;
        if (needsRehash(passwordHash))
          await storeHash(db, account, passwordHash, await hashPassword(password));
        await attempt.forgive();
        return { ...(await refreshTokens.start(account)), account };
      }
      throw new AppError('wrong-credentials');
    },

    async withDeviceSecret({ serial, secret, address, knownBrowser }) {
      const attempt = await limits.attempt('sign-in', { address, account: serial, knownBrowser });
      const device = await db
        .selectFrom('devices')
        .where('serial', '=', serial)
        .select(['id', 'customer_id', 'state', 'secret_hash'])
        .executeTakeFirst();
      if (!device || !isDeviceSecret(secret, device.secret_hash)) throw new AppError('wrong-credentials');
      await attempt.forgive();
      if (device.state === 'DISABLED') throw new AppError('device-disabled');
      const account: Account = { kind: 'device', id: device.id, customerId: device.customer_id };
      return { ...(await refreshTokens.start(account)), account };
    },
  };
}

/** A device's secret is random, so that its plain hash may be kept (opaque-token.ts); shown once. */
export function newDeviceSecret(): { readonly secret: string; readonly secretHash: string } {
  const { token, hash } = newOpaqueToken();
  return { secret: token, secretHash: hash.toString('hex') };
}

function isDeviceSecret(secret: string, storedHex: string): boolean {
  const stored = Buffer.from(storedHex, 'hex');
  const given = hashOpaqueToken(secret);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

interface Candidate {
  readonly account: Account & { readonly kind: 'user' | 'admin' };
  readonly passwordHash: string;
}

/** A user and an admin may share an address; their passwords tell who signs in. */
async function findByMail(db: Db, mail: string): Promise<readonly Candidate[]> {
  const key = mail.toLowerCase();
  const [users, admins] = await Promise.all([
    db
      .selectFrom('users')
      .where('mail_key', '=', key)
      .select(['id', 'customer_id', 'password_hash'])
      .execute(),
    db.selectFrom('admins').where('mail_key', '=', key).select(['id', 'password_hash']).execute(),
  ]);
  return [
    ...users.map(
      (user): Candidate => ({
        account: { kind: 'user', id: user.id, customerId: user.customer_id },
        passwordHash: user.password_hash,
      }),
    ),
    ...admins.map(
      (admin): Candidate => ({
        account: { kind: 'admin', id: admin.id, customerId: null },
        passwordHash: admin.password_hash,
      }),
    ),
  ];
}

/** Only over the hash that was checked: a password changed meanwhile stays changed. */
async function storeHash(db: Db, account: Candidate['account'], old: string, made: string): Promise<void> {
  await db
    .updateTable(account.kind === 'user' ? 'users' : 'admins')
    .set({ password_hash: made })
    .where('password_hash', '=', old)
    .execute();
}
