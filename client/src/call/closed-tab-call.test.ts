import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallId, SessionId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { createClosedTabCall } from './closed-tab-call.ts';
import { createCallKeeper, type KeptCall } from './kept-call.ts';
import { createStorage } from './testing/tab-storage.ts';

const call: KeptCall = {
  sessionId: crypto.randomUUID() as string as SessionId,
  partyId: 'alice',
  call: {
    kind: 'direct',
    callId: crypto.randomUUID() as string as CallId,
  },
  muted: true,
  camera: false,
  sharing: false,
};

const peer: Party = { kind: 'user', id: crypto.randomUUID(), name: 'Bob' };

/** A browser, whose tabs hold the lock of their session until they are closed. */
function openBrowser() {
  const storage = createStorage();
  const held = new Set<string>();
  const locks = { query: async () => ({ held: [...held].map((name) => ({ name })) }) };
  return function openTab() {
    const tabStorage = createStorage();
    const keeper = createCallKeeper(tabStorage, undefined);
    const calls = createClosedTabCall({ storage, keeper, locks });
    return {
      calls,
      /** Returns what ends the call. */
      talk() {
        keeper.keep(call);
        held.add(`hibiki.session.${call.sessionId}`);
        const forget = calls.note(peer);
        return () => {
          keeper.forget();
          held.clear();
          forget();
        };
      },
      nextPage: () => createCallKeeper(tabStorage, undefined),
      close: () => held.clear(),
    };
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a new tab finds the call of a tab that is gone, once, and continues with it', async () => {
  const openTab = openBrowser();
  const first = openTab();
  first.talk();
  const next = openTab();
  expect(await next.calls.look()).toBeNull();
  first.close();
  const found = await next.calls.look();
  expect(found).toMatchObject({ kept: call, peer });
  if (found) next.calls.takeOver(found);
  expect(next.nextPage().left).toEqual(call);
  expect(await openTab().calls.look()).toBeNull();
});

test('a call that is over is not found', async () => {
  const openTab = openBrowser();
  const end = openTab().talk();
  end();
  expect(await openTab().calls.look()).toBeNull();
});

test('a call is found for as long as the other side can wait, after however long a call', async () => {
  const openTab = openBrowser();
  const first = openTab();
  first.talk();
  await vi.advanceTimersByTimeAsync(3_600_000);
  first.close();
  const next = openTab();
  expect(await next.calls.look()).toMatchObject({ kept: call });
  // Without running what a tab that has crashed does not run.
  vi.setSystemTime(Date.now() + 60_000);
  expect(await next.calls.look()).toBeNull();
});
