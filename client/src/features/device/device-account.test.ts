import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenStore, type TokenStore } from '#client/api/create-token-store.ts';
import { AppError } from '#protocol/app-error.ts';
import { createDeviceAccount } from './device-account.ts';
import {
  credentialsOfLink,
  credentialsOfText,
  keepCredentials,
  readCredentials,
} from './device-credentials.ts';

const CREDENTIALS = { serial: 'HIBIKI  00000001ABCDEF01', secret: 'a secret' };
const TOKENS = { token: 'access', refresh_token: 'refresh' };

let stored: Map<string, string>;
let tokens: TokenStore;
/** What the server answers to the next sign-ins, in order. */
let answers: (object | Error)[];
let asked: unknown[];
let setUps: number;
let timers: { task: () => void; ms: number }[];

const storage = () => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

const account = () =>
  createDeviceAccount({
    onSetUp: () => setUps++,
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

const keep = (credentials: typeof CREDENTIALS) => keepCredentials(storage(), credentials);

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
  setUps = 0;
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
    keep(CREDENTIALS);
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
    keep(CREDENTIALS);
    const device = account();
    device.start(null);
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

  it.each(['wrong-credentials', 'too-many-requests'] as const)(
    'goes back to work by itself after a link that is refused: %s',
    async (code) => {
      keep(CREDENTIALS);
      tokens.store(TOKENS);
      answers = [new AppError(code)];
      const device = account();
      device.start({ ...CREDENTIALS, secret: 'an old secret' });
      await settle();
      expect(device.get()).toEqual({ name: 'link-refused', serial: CREDENTIALS.serial });
      expect(readCredentials(storage())).toEqual(CREDENTIALS);
      expect(setUps).toBe(0);
      expect(nextRetry()).toBe(10_000);
      expect(device.get()).toEqual({ name: 'signed-in', serial: CREDENTIALS.serial });
    },
  );

  it('signs in with its working secret after a link that is refused, where its tokens have ended', async () => {
    keep(CREDENTIALS);
    answers = [new AppError('wrong-credentials'), TOKENS];
    const device = account();
    device.start({ serial: 'ANOTHER', secret: 'wrong' });
    await settle();
    device.retry();
    await settle();
    expect(asked.at(-1)).toEqual(CREDENTIALS);
    expect(device.get()).toEqual({ name: 'signed-in', serial: CREDENTIALS.serial });
  });

  it('replaces its secret by the one of a link that has signed in, also while it is disabled', async () => {
    keep(CREDENTIALS);
    tokens.store(TOKENS);
    const device = account();
    device.start(null);
    answers = [TOKENS];
    const renewed = { ...CREDENTIALS, secret: 'renewed' };
    device.open(renewed);
    expect(readCredentials(storage())).toEqual(CREDENTIALS);
    expect(setUps).toBe(0);
    await settle();
    expect(setUps).toBe(1);
    expect(readCredentials(storage())).toEqual(renewed);
    answers = [new AppError('device-disabled')];
    const other = { serial: 'ANOTHER', secret: 'right' };
    device.open(other);
    await settle();
    expect(device.get()).toMatchObject({ name: 'refused', refusal: 'device-disabled' });
    expect(readCredentials(storage())).toEqual(other);
    expect(tokens.state.authenticated).toBe(false);
  });

  it('tries a link again until a server that is away has judged it', async () => {
    keep(CREDENTIALS);
    answers = [new Error('no network'), new AppError('wrong-credentials')];
    const device = account();
    device.start({ ...CREDENTIALS, secret: 'wrong' });
    await settle();
    expect(device.get().name).toBe('unreachable');
    nextRetry();
    await settle();
    expect(device.get().name).toBe('link-refused');
    expect(readCredentials(storage())).toEqual(CREDENTIALS);
  });

  it('keeps nothing of a first link that is refused', async () => {
    answers = [new AppError('wrong-credentials')];
    const device = account();
    device.start(CREDENTIALS);
    await settle();
    expect(device.get().name).toBe('link-refused');
    nextRetry();
    expect(device.get()).toEqual({ name: 'not-set-up' });
    expect(stored.has('hibiki.device')).toBe(false);
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

it.each([
  [' https://calls.example.com/device#serial=A%20%20B&secret=s\n', { serial: 'A  B', secret: 's' }],
  ['http://localhost:8080/device#serial=A&secret=s', { serial: 'A', secret: 's' }],
  ['https://calls.example.com/device', null],
  ['https://calls.example.com/guest#serial=A&secret=s', null],
  ['javascript:alert(1)/device#serial=A&secret=s', null],
  ['#serial=A&secret=s', null],
  ['HIBIKI00001', null],
])('what is pasted is a set-up link or not: %s', (text, credentials) => {
  expect(credentialsOfText(text)).toEqual(credentials);
});
