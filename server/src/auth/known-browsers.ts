import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Of one request: what the browser that sent it has shown, and what it is given to keep. */
export interface BrowserMemory {
  /** Names the browser where it has signed in to the account before; the account as it is named at sign-in. */
  knownFor(account: string): string | null;
  /** Lets the browser show from now on that it has signed in to the account. */
  remember(account: string): void;
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
const NONCE_BYTES = 9;
const MAC_BYTES = 16;
const ENTRY = /^([0-9a-z]{1,6})\.([\w-]{12})\.([\w-]{22})$/;

/**
 * A signed cookie that says which accounts a browser has signed in to. It lets no one in: it only keeps failures from
 * elsewhere from locking the owner out (docs/adr/0014-known-browsers.md). Nothing is stored, and looking at it takes the
 * same time whether or not there is the account.
 */
export function createKnownBrowsers(secret: string, options: { readonly isSecure: boolean }): KnownBrowsers {
  const key = createHmac('sha256', secret).update('known browsers').digest();
  const macOf = (account: string, day: string, nonce: string): Buffer =>
    createHmac('sha256', key)
      .update(`${day} ${nonce} ${account.toLowerCase()}`)
      .digest()
      .subarray(0, MAC_BYTES);
  const isFor = (entry: string, account: string): boolean => {
    const [, day = '', nonce = '', mac = ''] = ENTRY.exec(entry) ?? [];
    const isYoung = Number.parseInt(day, 36) > today() - KEPT_DAYS;
    const given = Buffer.from(mac, 'base64url');
    return isYoung && given.length === MAC_BYTES && timingSafeEqual(given, macOf(account, day, nonce));
  };
  return {
    of(cookies, setCookie) {
      const entries = entriesOf(cookies);
      const find = (account: string) => entries.find((entry) => isFor(entry, account));
      return {
        knownFor: (account) => find(account)?.split('.')[1] ?? null,
        remember(account) {
          const day = today().toString(36);
          const nonce = find(account)?.split('.')[1] ?? randomBytes(NONCE_BYTES).toString('base64url');
          const entry = `${day}.${nonce}.${macOf(account, day, nonce).toString('base64url')}`;
          const others = entries.filter((each) => !isFor(each, account));
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
