import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db, Trx } from '#server/db/database.ts';
import type { SigningKind } from './account-rows.ts';

/** Of one request: what the browser that sent it has shown, and what it is given to keep. */
export interface BrowserMemory {
  /** Null unless it has signed in to an account of that name before; the account as it is named at sign-in. */
  knownFor(account: string): KnownBrowser | null;
  /** Lets the browser show from now on that it has signed in with that password (`fingerprintOf`). */
  remember(account: string, fingerprint: string): void;
}

/** It counts as known only while the account has the password or secret that it signed in with. */
export interface KnownBrowser {
  /** A random one. */
  readonly name: string;
  readonly fingerprint: string;
}

export interface KnownBrowsers {
  /** `cookies`: the header `Cookie`; `setCookie` sends one along with the answer. */
  of(cookies: string | undefined, setCookie: (value: string) => void): BrowserMemory;
}

const COOKIE = 'hibiki_known';
const DAY_MS = 86_400_000;
/** Browsers keep no cookie for longer. */
const KEPT_DAYS = 400;
/** Accounts of one browser; the one that signed in longest ago gives way. */
const MAX_ACCOUNTS = 8;
const NAME_BYTES = 9;
const FINGERPRINT_BYTES = 9;
const MAC_BYTES = 16;
/** Day, name, fingerprint, signature. */
const ENTRY = /^([0-9a-z]{1,6})\.([\w-]{12})\.([\w-]{12})\.([\w-]{22})$/;

/** Tells the stored hash of one password or secret from others, and nothing else about it. */
export const fingerprintOf = (storedHash: string): string =>
  createHash('sha256').update(storedHash).digest().subarray(0, FINGERPRINT_BYTES).toString('base64url');

/**
 * The browser's name where it has signed in with the present password of the account, else null. Only those who have
 * signed in to an account of that name cause a query: its time tells no one else whether there is the account.
 */
export async function nameOfKnown(
  db: Db | Trx,
  kind: SigningKind,
  mail: string,
  browser: KnownBrowser | null | undefined,
): Promise<string | null> {
  if (!browser) return null;
  const account = await db
    .selectFrom(kind === 'user' ? 'users' : 'admins')
    .where('mail_key', '=', mail.toLowerCase())
    .select('password_hash')
    .executeTakeFirst();
  return account && fingerprintOf(account.password_hash) === browser.fingerprint ? browser.name : null;
}

/**
 * A signed cookie that says which accounts a browser has signed in to. It lets no one in: it only keeps failures from
 * elsewhere from locking the owner out (docs/adr/0014-known-browsers.md). Nothing is stored, and looking at it takes the
 * same time whether or not there is the account.
 */
export function createKnownBrowsers(secret: string, options: { readonly isSecure: boolean }): KnownBrowsers {
  const key = createHmac('sha256', secret).update('known browsers').digest();
  const macOf = (account: string, day: string, { name, fingerprint }: KnownBrowser): Buffer =>
    createHmac('sha256', key)
      .update(`${day} ${name} ${fingerprint} ${account.toLowerCase()}`)
      .digest()
      .subarray(0, MAC_BYTES);
  const readFor = (entry: string, account: string): KnownBrowser | null => {
    const [, day = '', name = '', fingerprint = '', mac = ''] = ENTRY.exec(entry) ?? [];
    const browser = { name, fingerprint };
    const isYoung = Number.parseInt(day, 36) > today() - KEPT_DAYS;
    const given = Buffer.from(mac, 'base64url');
    const isSigned = given.length === MAC_BYTES && timingSafeEqual(given, macOf(account, day, browser));
    return isYoung && isSigned ? browser : null;
  };
  return {
    of(cookies, setCookie) {
      const entries = entriesOf(cookies);
      const knownFor: BrowserMemory['knownFor'] = (account) => {
        for (const entry of entries) {
          const browser = readFor(entry, account);
          if (browser) return browser;
        }
        return null;
      };
      return {
        knownFor,
        remember(account, fingerprint) {
          const day = today().toString(36);
          const name = knownFor(account)?.name ?? randomBytes(NAME_BYTES).toString('base64url');
          const mac = macOf(account, day, { name, fingerprint }).toString('base64url');
          const entry = [day, name, fingerprint, mac].join('.');
          const others = entries.filter((each) => readFor(each, account) === null);
          setCookie(
            [
              `${COOKIE}=${[entry, ...others].slice(0, MAX_ACCOUNTS).join('~')}`,
              'Path=/api/v1',
              `Max-Age=${KEPT_DAYS * 86_400}`,
              'HttpOnly',
              'SameSite=Strict',
              ...(options.isSecure ? ['Secure'] : []),
            ].join('; '),
          );
        },
      };
    },
  };
}

const today = (): number => Math.floor(Date.now() / DAY_MS);

function entriesOf(cookies = ''): readonly string[] {
  const [, value = ''] = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(cookies) ?? [];
  return value
    .split('~')
    .filter((entry) => ENTRY.test(entry))
    .slice(0, MAX_ACCOUNTS);
}
