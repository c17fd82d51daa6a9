import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenStore, type TokenStore } from '#client/api/create-token-store.ts';
import { AppError } from '#protocol/app-error.ts';
import { createDeviceAccount } from './device-account.ts';
import { credentialsOfLink } from './device-credentials.ts';

const CREDENTIALS = { serial: 'HIBIKI  00000001ABCDEF01', secret: 'a secret' };
const TOKENS = { token: 'access', refresh_token: 'refresh' };

let stored: Map<string, string>;
let tokens: TokenStore;
/** What the server answers to the next sign-ins, in order. */
let answers: (object | Error)[];
let asked: unknown[];
let timers: { task: () => void; ms: number }[];

const storage = () => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

const account = () =>
  createDeviceAccount({
    storage: storage(),
    tokens,
    authenticate: async (credentials) => {
      asked.push(credentials);
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error)
        throw answer ?? new Error('No answer was expected');
      return answer;
    },
    later: (task, ms) => {
      const timer = { task, ms };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });

/** Everything that was begun has been answered. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const nextRetry = (): number => {
  const timer = timers.shift();
  if (!timer) throw new Error('Nothing is due');
  timer.task();
  return timer.ms;
};

beforeEach(() => {
  stored = new Map();
  answers = [];
  asked = [];
  timers = [];
  tokens = createTokenStore({
    storage: storage(),
    exclusively: (task) => task(),
    refresh: () => Promise.reject(new AppError('wrong-token')),
    now: () => 0,
  });
});

describe('the sign-in of a kiosk', () => {
  it('waits to be set up', () => {
    const device = account();
    device.start(null);
    expect(device.get()).toEqual({ name: 'not-set-up' });
    expect(asked).toEqual([]);
  });

  it('takes the credentials of a set-up link, and still has them after a power failure', async () => {
    answers = [TOKENS, TOKENS];
    const end = account().start(CREDENTIALS);
    await settle();
    end();
    tokens.clear();
    const afterwards = account();
    afterwards.start(null);
    await settle();
    expect(asked).toEqual([CREDENTIALS, CREDENTIALS]);
    expect(afterwards.get()).toEqual({ name: 'signed-in', serial: CREDENTIALS.serial });
  });

  it('goes on with the tokens that it has', () => {
    stored.set('hibiki.device', new URLSearchParams(CREDENTIALS).toString());
    tokens.store(TOKENS);
    const device = account();
    device.start(null);
    expect(device.get().name).toBe('signed-in');
    expect(asked).toEqual([]);
  });

  it('signs in again when its tokens are taken away', async () => {
    answers = [TOKENS, TOKENS];
    const device = account();
    device.start(CREDENTIALS);
    await settle();
    tokens.clear();
    expect(device.get().name).toBe('signing-in');
    await settle();
    expect(device.get().name).toBe('signed-in');
    expect(tokens.state.authenticated).toBe(true);
  });

  it('asks every 10 s whether it is enabled again', async () => {
    answers = [new AppError('device-disabled'), new AppError('device-disabled'), TOKENS];
    const device = account();
    device.start(CREDENTIALS);
    await settle();
    expect(device.get()).toMatchObject({ name: 'refused', refusal: 'device-disabled' });
    expect(nextRetry()).toBe(10_000);
    await settle();
    expect(nextRetry()).toBe(10_000);
    await settle();
    expect(device.get().name).toBe('signed-in');
    expect(timers).toEqual([]);
  });

  it('asks rarely enough with a secret that is not right for the server not to lock it out', async () => {
    answers = Array.from({ length: 20 }, () => new AppError('wrong-credentials'));
    const device = account();
    device.start(CREDENTIALS);
    let waited = 0;
    let attempts = 1;
    for (; ; attempts++) {
      await settle();
      waited += nextRetry();
      if (waited > 15 * 60_000) break;
    }
    expect(device.get()).toMatchObject({ name: 'refused', refusal: 'wrong-credentials' });
    // AUTH_ATTEMPTS_PER_ACCOUNT in AUTH_ATTEMPT_WINDOW_MINUTES.
    expect(attempts).toBeLessThan(10);
  });

  it('looks for a server that is away with growing pauses, at once when told to', async () => {
    answers = Array.from({ length: 8 }, () => new Error('no network'));
    const device = account();
    device.start(CREDENTIALS);
    const pauses: number[] = [];
    for (let index = 0; index < 7; index++) {
      await settle();
      expect(device.get().name).toBe('unreachable');
      pauses.push(nextRetry());
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    answers = [TOKENS];
    device.retry();
    await settle();
    expect(device.get().name).toBe('signed-in');
  });

  it('is over with its page', async () => {
    answers = [TOKENS];
    const device = account();
    const end = device.start(CREDENTIALS);
    end();
    await settle();
    expect(tokens.state.authenticated).toBe(false);
  });
});

it.each([
  ['#serial=A%20%20B&secret=s', { serial: 'A  B', secret: 's' }],
  ['#serial=A', null],
  ['', null],
])('a set-up link ends with %s', (hash, credentials) => {
  expect(credentialsOfLink(hash)).toEqual(credentials);
});
