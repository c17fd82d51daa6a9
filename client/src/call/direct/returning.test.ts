import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCallKeeper, type KeptCall } from '#client/call/kept-call.ts';
import { isReply } from '#client/signal/frames.ts';
import type { Signal, SignalState } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, SessionId } from '#protocol/ids.ts';
import { returnToCall } from './returning.ts';

const uuid = (number: number): string => `01920000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const SESSION = uuid(1) as SessionId;
const CALL = uuid(3) as CallId;
const NEXT_SESSION = uuid(2) as SessionId;
const kept: KeptCall = {
  sessionId: SESSION,
  partyId: 'alice',
  call: { kind: 'direct', callId: CALL },
  muted: false,
  camera: true,
  sharing: false,
};
const takenUp = {
  moved: false,
  ice: { iceServers: [], expiresInMs: null },
  messages: [],
  place: {
    peer: { kind: 'user', id: uuid(4), name: 'Bob' },
    pairId: null,
    outgoing: true,
    role: 'polite',
    leg: 1,
    talksForMs: 20_000,
  },
};

/** A server, and a page that was loaded in the middle of a call. */
function loadPage(answer: (tries: number) => unknown) {
  const entries = new Map([['hibiki.call', JSON.stringify(kept)]]);
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const asked: { readonly name: string; readonly data: object }[] = [];
  let state: SignalState = { phase: 'open', party: null, sessionId: SESSION };
  const signal: Signal = {
    get state() {
      return state;
    },
    subscribe: () => () => {},
    check: () => {},
    async request(name, payload) {
      const data: object = JSON.parse(JSON.stringify(payload));
      asked.push({ name, data });
      const tries = asked.filter((each) => each.name === 'directCall.takeUp').length;
      const reply = name === 'directCall.takeUp' ? await answer(tries) : {};
      if (!isReply(name, reply)) throw new Error(`The reply to ${name} does not match the contract`);
      return reply;
    },
    on: () => () => {},
    onSessionReplaced: () => () => {},
  };
  const leaving = new AbortController();
  const outcome = returnToCall({
    signal,
    left: leaving.signal,
    log: () => {},
    keeper: createCallKeeper(storage, undefined),
  });
  return {
    outcome,
    asked,
    leave: () => leaving.abort(),
    replaceSession() {
      state = { phase: 'open', party: null, sessionId: NEXT_SESSION };
    },
    get keeps() {
      return entries.has('hibiki.call');
    },
  };
}

const unavailable = () => Promise.reject(new AppError('service-unavailable'));
const hangUps = (page: ReturnType<typeof loadPage>) =>
  page.asked.filter(({ name }) => name === 'directCall.hangUp').map(({ data }) => data);

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('a page that was reloaded is in its call again', async () => {
  const page = loadPage(async () => takenUp);
  expect(await page.outcome).toMatchObject({ how: 'returned', kept, reply: { place: { leg: 1 } } });
  expect(page.keeps).toBe(true);
});

test('a server that is not ready yet is asked again, with longer and longer waits', async () => {
  const page = loadPage((tries) => (tries <= 3 ? unavailable() : Promise.resolve(takenUp)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await page.outcome).toMatchObject({ how: 'returned' });
  expect(page.asked).toHaveLength(4);
});

test('a server that never is, is asked a few dozen times and not for ever; the other side is told', async () => {
  const page = loadPage(unavailable);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await page.outcome).toEqual({ how: 'lost', callId: CALL });
  expect(page.asked.length).toBeLessThan(40);
  expect(hangUps(page)).toMatchObject([{ reason: 'connection-lost' }]);
  expect(page.keeps).toBe(false);
});

test('a server that does not answer at all ends the wait too', async () => {
  const page = loadPage(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await page.outcome).toMatchObject({ how: 'lost' });
});

test('a session that is lost meanwhile is named to the next one', async () => {
  const page: ReturnType<typeof loadPage> = loadPage((tries) => {
    if (tries > 1) return Promise.resolve(takenUp);
    page.replaceSession();
    return Promise.reject(new AppError('session-lost'));
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await page.outcome).toMatchObject({ how: 'returned' });
  expect(page.asked.map(({ data }) => data)).toMatchObject([{ before: SESSION }, { before: SESSION }]);
});

test('a call that is over is asked for once', async () => {
  const page = loadPage(() => Promise.reject(new AppError('call-not-found')));
  expect(await page.outcome).toEqual({ how: 'over' });
  expect(page.asked.filter(({ name }) => name === 'directCall.takeUp')).toHaveLength(1);
  expect(page.keeps).toBe(false);
});

test('someone who does not want to wait leaves the call at once', async () => {
  const page = loadPage(unavailable);
  await vi.advanceTimersByTimeAsync(5_000);
  const before = page.asked.length;
  page.leave();
  expect(await page.outcome).toEqual({ how: 'over' });
  expect(hangUps(page)).toMatchObject([{ reason: 'hung-up' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.asked).toHaveLength(before + 1);
});
