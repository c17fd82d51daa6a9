import { expect, it } from 'vitest';
import { createKnownBrowsers, fingerprintOf } from './known-browsers.ts';

const SECRET = 'a secret for tests, long enough';
const browsers = createKnownBrowsers(SECRET, { isSecure: true });
const FINGERPRINT = fingerprintOf('the stored hash of a password');

/** A browser with its cookie. */
function openBrowser(cookie = '') {
  let kept = cookie;
  const visit = () =>
    browsers.of(`theme=dark; ${kept}`, (value) => {
      kept = value.split(';')[0] ?? '';
    });
  return {
    knownFor: (account: string) => visit().knownFor(account),
    remember: (account: string, fingerprint = FINGERPRINT) => visit().remember(account, fingerprint),
    get cookie() {
      return kept;
    },
  };
}

it('knows a browser for the account it has signed in to, and for no other', () => {
  const browser = openBrowser();
  expect(browser.knownFor('alice@example.com')).toBeNull();
  browser.remember('Alice@example.com');
  expect(browser.knownFor('alice@EXAMPLE.com')).toEqual({
    name: expect.stringMatching(/^[\w-]{12}$/),
    fingerprint: FINGERPRINT,
  });
  expect(browser.knownFor('bob@example.com')).toBeNull();
});

it('counts a browser as the same however often it signs in, and another one as another', () => {
  const [one, other] = [openBrowser(), openBrowser()];
  one.remember('alice@example.com');
  const name = one.knownFor('alice@example.com')?.name;
  one.remember('alice@example.com');
  other.remember('alice@example.com');
  expect(one.knownFor('alice@example.com')?.name).toBe(name);
  expect(other.knownFor('alice@example.com')?.name).not.toBe(name);
});

it('remembers which password it signed in with last, and nothing that would help to guess it', () => {
  const browser = openBrowser();
  const changed = fingerprintOf('the stored hash of another password');
  browser.remember('alice@example.com');
  browser.remember('alice@example.com', changed);
  expect(browser.knownFor('alice@example.com')?.fingerprint).toBe(changed);
  expect(changed).toMatch(/^[\w-]{12}$/);
  expect(changed).not.toBe(FINGERPRINT);
  // No one else can claim another one.
  const forged = browser.cookie.replace(changed, FINGERPRINT);
  expect(openBrowser(forged).knownFor('alice@example.com')).toBeNull();
});

it('keeps the accounts that signed in last, in a cookie that does not grow', () => {
  const browser = openBrowser();
  for (let each = 0; each < 20; each++) browser.remember(`user${each}@example.com`);
  expect(browser.knownFor('user19@example.com')).not.toBeNull();
  expect(browser.knownFor('user12@example.com')).not.toBeNull();
  expect(browser.knownFor('user0@example.com')).toBeNull();
  expect(browser.cookie.length).toBeLessThan(500);
});

it('believes nothing that it has not signed', () => {
  const forged = createKnownBrowsers('another secret, as long as that one', { isSecure: true });
  let cookie = '';
  forged.of('', (value) => (cookie = value.split(';')[0] ?? '')).remember('alice@example.com', FINGERPRINT);
  expect(openBrowser(cookie).knownFor('alice@example.com')).toBeNull();
  for (const nonsense of ['hibiki_known=', 'hibiki_known=a.b.c', `hibiki_known=${'x'.repeat(5_000)}`]) {
    expect(openBrowser(nonsense).knownFor('alice@example.com')).toBeNull();
  }
});

it('gives a cookie that no script and no other site reads, over https alone where there is https', () => {
  let given = '';
  browsers.of(undefined, (value) => (given = value)).remember('alice@example.com', FINGERPRINT);
  expect(given).toMatch(/; Path=\/api\/v1; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/);
  expect(given).not.toContain('alice');
});
