import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createTokenStore, type TokenStore } from './create-token-store.ts';

const MINUTE = 60_000;

const jwt = (name: string, lifeSeconds: number): string =>
  `h.${btoa(JSON.stringify({ name, iat: 1_000, exp: 1_000 + lifeSeconds }))}.s`;

/** One browser: several tabs over one storage, one lock and one server. */
class Browser {
  now = 1_000_000;
  refreshed: string[] = [];
  answer: (refreshToken: string) => Promise<unknown> = async () => ({
    token: jwt(`t${this.refreshed.length}`, 900),
    refresh_token: `r${this.refreshed.length}`,
  });
  readonly values = new Map<string, string>();
  private last: Promise<unknown> = Promise.resolve();

  tab(): TokenStore {
    return createTokenStore({
      storage: {
        getItem: (key) => this.values.get(key) ?? null,
        setItem: (key, value) => void this.values.set(key, value),
        removeItem: (key) => void this.values.delete(key),
      },
      exclusively: (task) => {
        const run = this.last.then(task, task);
        this.last = run.catch(() => undefined);
        return run;
      },
      refresh: async (refreshToken) => {
        this.refreshed.push(refreshToken);
        return await this.answer(refreshToken);
      },
      now: () => this.now,
    });
  }
}

let browser: Browser;
let store: TokenStore;
beforeEach(() => {
  browser = new Browser();
  store = browser.tab();
});

const signIn = (token = jwt('first', 900)) => {
  store.store({ token, refresh_token: 'r0' });
  return token;
};

describe('the token state', () => {
  test('is authenticated only with both tokens', () => {
    expect(store.state).toEqual({ token: null, refreshToken: null, authenticated: false });
    browser.values.set('hibiki.tokens', JSON.stringify({ token: 'a', refreshToken: '', obtainedAt: 0 }));
    expect(browser.tab().state.authenticated).toBe(false);
    signIn();
    expect(store.state.authenticated).toBe(true);
  });

  test('is emptied by clearing, and tells so', () => {
    signIn();
    let told = 0;
    store.subscribe(() => told++);
    store.clear();
    expect(told).toBe(1);
    expect(store.state).toEqual({ token: null, refreshToken: null, authenticated: false });
  });

  test.each([[{ token: 'a' }], [{ refresh_token: 'b' }], [{ token: '', refresh_token: 'b' }], [null]])(
    'refuses %j with "wrong token"',
    (answer) => {
      expect(() => store.store(answer)).toThrow('wrong token');
      expect(store.state.authenticated).toBe(false);
    },
  );
});

describe('a fresh access token', () => {
  test('is the present one while it is good', async () => {
    const token = signIn();
    expect(await store.freshAccessToken()).toBe(token);
    expect(browser.refreshed).toEqual([]);
  });

  test('is renewed shortly before its end, and both tokens are replaced', async () => {
    signIn();
    browser.now += 14.6 * MINUTE;
    expect(await store.freshAccessToken()).toBe(jwt('t1', 900));
    expect(browser.refreshed).toEqual(['r0']);
    expect(store.state.refreshToken).toBe('r1');
  });

  test('is renewed once for all who ask meanwhile', async () => {
    signIn();
    browser.now += 20 * MINUTE;
    const tokens = await Promise.all([1, 2, 3].map(() => store.freshAccessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(browser.refreshed).toHaveLength(1);
  });

  test('is renewed once for all tabs', async () => {
    signIn();
    const other = browser.tab();
    browser.now += 20 * MINUTE;
    const [one, two] = await Promise.all([store.freshAccessToken(), other.freshAccessToken()]);
    expect(one).toBe(two);
    expect(browser.refreshed).toEqual(['r0']);
  });

  test('is never the one that the server has rejected', async () => {
    const token = signIn();
    expect(await store.freshAccessToken(token)).toBe(jwt('t1', 900));
  });

  test('is renewed when the clock was set back', async () => {
    signIn();
    browser.now -= 60 * MINUTE;
    await store.freshAccessToken();
    expect(browser.refreshed).toHaveLength(1);
  });

  test('cannot be had by nobody', async () => {
    await expect(store.freshAccessToken()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test.each([
    { token: 'a', refreshToken: '', obtainedAt: 0 },
    { token: 'a', obtainedAt: 0 },
  ])('fails with "has no token" without a refresh token: %j', async (stored) => {
    browser.values.set('hibiki.tokens', JSON.stringify(stored));
    await expect(browser.tab().freshAccessToken()).rejects.toThrow('has no token');
  });

  test('signs out when the server no longer knows the sign-in', async () => {
    signIn();
    browser.now += 20 * MINUTE;
    browser.answer = async () => {
      throw new AppError('wrong-token');
    };
    await expect(store.freshAccessToken()).rejects.toMatchObject({ code: 'wrong-token' });
    expect(store.state.authenticated).toBe(false);
    expect(browser.values.size).toBe(0);
  });

  test('that cannot be had any more leaves the reason, until someone signs in or out', async () => {
    signIn();
    browser.answer = async () => {
      throw new AppError('account-not-found');
    };
    await expect(store.freshAccessToken(store.state.token ?? '')).rejects.toThrow();
    expect(store.endedBy).toBe('account-not-found');
    signIn();
    expect(store.endedBy).toBeNull();
    await expect(store.freshAccessToken(store.state.token ?? '')).rejects.toThrow();
    store.clear();
    expect(store.endedBy).toBeNull();
  });

  test('keeps the sign-in when the server cannot be reached', async () => {
    signIn();
    browser.now += 20 * MINUTE;
    browser.answer = async () => {
      throw new AppError('service-unavailable');
    };
    await expect(store.freshAccessToken()).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(store.state.authenticated).toBe(true);
  });
});
