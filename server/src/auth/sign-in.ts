import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';
import type { Db } from '#server/db/database.ts';
import { fingerprintOf, type KnownBrowser } from './known-browsers.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { hashPassword, needsRehash, verifyPassword } from './password.ts';
import type { Attempt, RateLimits } from './rate-limits.ts';
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
    readonly knownBrowser?: KnownBrowser | null;
  }): Promise<SignedIn>;
  /** Throws `wrong-credentials`, `device-disabled` (told only to who knows the secret), `too-many-requests`. */
  withDeviceSecret(request: {
    readonly serial: string;
    readonly secret: string;
    readonly address: string;
    readonly knownBrowser?: KnownBrowser | null;
  }): Promise<SignedIn>;
}

export interface SignedIn extends Tokens {
  readonly account: Account;
  /** What the browser remembers of the password or secret (known-browsers.ts). */
  readonly fingerprint: string;
}

export function createSignIn(deps: {
  readonly db: Db;
  readonly refreshTokens: RefreshTokens;
  readonly limits: RateLimits;
}): SignIn {
  const { db, refreshTokens, limits } = deps;
  // Someone without an account is answered after the same work as someone with one.
  const dummyHash = hashPassword(newOpaqueToken().token);

  const begin = async (
    { account, passwordHash }: Candidate,
    mail: string,
    password: string,
  ): Promise<SignedIn> => {
    let checked = passwordHash;
    if (needsRehash(checked)) {
      const made = await hashPassword(password);
      await storeHash(db, account, checked, made);
      checked = made;
    }
    const tokens = await refreshTokens.start(account, async ({ name, hash }) => {
      if (name !== mail.toLowerCase()) return false;
      // Another hash may be of the same password: of two sign-ins at once each replaces one of older costs.
      return hash === checked || (await verifyPassword(password, hash));
    });
    return { ...tokens, account, fingerprint: fingerprintOf(checked) };
  };

  return {
    async withPassword({ mail, password, address, knownBrowser }) {
      const attempts: Attempt[] = [];
      for (const { candidates, browser } of turnsOf(await findByMail(db, mail), knownBrowser)) {
        attempts.push(await limits.attempt('sign-in', { address, account: mail, knownBrowser: browser }));
        if (candidates.length === 0) await verifyPassword(password, await dummyHash);
        for (const candidate of candidates) {
          if (!(await verifyPassword(password, candidate.passwordHash))) continue;
          await Promise.all(attempts.map((attempt) => attempt.forgive()));
          return await begin(candidate, mail, password);
        }
      }
      throw new AppError('wrong-credentials');
    },

    async withDeviceSecret({ serial, secret, address, knownBrowser }) {
      const device = await db
        .selectFrom('devices')
        .where('serial', '=', serial)
        .select(['id', 'customer_id', 'secret_hash'])
        .executeTakeFirst();
      const isKnown = device !== undefined && isKnownTo(knownBrowser, device.secret_hash);
      const attempt = await limits.attempt('sign-in', {
        address,
        account: serial,
        knownBrowser: isKnown ? knownBrowser?.name : null,
      });
      if (!device || !isDeviceSecret(secret, device.secret_hash)) throw new AppError('wrong-credentials');
      await attempt.forgive();
      const account: Account = { kind: 'device', id: device.id, customerId: device.customer_id };
      const tokens = await refreshTokens.start(account, ({ hash }) => isDeviceSecret(secret, hash));
      return { ...tokens, account, fingerprint: fingerprintOf(device.secret_hash) };
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

/** Accounts whose passwords are compared after one attempt was counted. */
interface Turn {
  readonly candidates: readonly Candidate[];
  /** The browser that the attempt counts for; null: it counts for the network and the account. */
  readonly browser: string | null;
}

/**
 * A browser that is known to one of the accounts of an address is not known to the other: anyone may sign up with the
 * address of an administrator.
 */
function turnsOf(candidates: readonly Candidate[], browser: KnownBrowser | null | undefined): Turn[] {
  const known = candidates.filter(({ passwordHash }) => isKnownTo(browser, passwordHash));
  if (!browser || known.length === 0) return [{ candidates, browser: null }];
  const others = candidates.filter((candidate) => !known.includes(candidate));
  return [
    { candidates: known, browser: browser.name },
    ...(others.length > 0 ? [{ candidates: others, browser: null }] : []),
  ];
}

const isKnownTo = (browser: KnownBrowser | null | undefined, storedHash: string): boolean =>
  browser?.fingerprint === fingerprintOf(storedHash);

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
