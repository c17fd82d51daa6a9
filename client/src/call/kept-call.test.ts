import { describe, expect, test } from 'vitest';
import type { CallId, GroupId, SessionId } from '#protocol/ids.ts';
import { createCallKeeper, type KeptCall } from './kept-call.ts';
import { createStorage } from './testing/tab-storage.ts';

const call: KeptCall = {
  sessionId: crypto.randomUUID() as string as SessionId,
  partyId: 'alice',
  call: { kind: 'group', groupId: crypto.randomUUID() as string as GroupId },
  muted: true,
  camera: false,
  sharing: false,
};

describe('the call that a tab keeps for its next page', () => {
  test('is gone on with by that page, once', async () => {
    const storage = createStorage();
    createCallKeeper(storage, undefined).keep(call);
    const next = createCallKeeper(storage, undefined);
    expect(next.left).toEqual(call);
    expect(await next.claim()).toEqual(call);
    next.keep(call);
    expect(next.left).toBeNull();
  });

  test('is a call of the page that keeps it and of the next one, until it is over', () => {
    const storage = createStorage();
    const page = createCallKeeper(storage, undefined);
    expect(page.hasCall).toBe(false);
    page.keep(call);
    expect([page.hasCall, createCallKeeper(storage, undefined).hasCall]).toEqual([true, true]);
    page.forget();
    expect([page.hasCall, createCallKeeper(storage, undefined).hasCall]).toEqual([false, false]);
  });

  test('is not taken by a copy of the tab while the page is there', async () => {
    const storage = createStorage();
    const page = createCallKeeper(storage, navigator.locks);
    page.keep(call);
    const copied = storage.copy();
    const copy = createCallKeeper(copied, navigator.locks);
    expect(await copy.claim()).toBeNull();
    expect(createCallKeeper(copied, undefined).left).toBeNull();
    page.forget();
    expect(createCallKeeper(storage, undefined).left).toBeNull();
  });

  test('goes with what is still to be done in it', () => {
    const storage = createStorage();
    const callId = crypto.randomUUID() as string as CallId;
    const asked: KeptCall = { ...call, call: { kind: 'direct', callId, recordOnServer: true } };
    createCallKeeper(storage, undefined).keep(asked);
    expect(createCallKeeper(storage, undefined).left).toEqual(asked);
  });

  test('is none where what was stored is damaged', async () => {
    const storage = createStorage();
    storage.setItem('hibiki.call', '{"sessionId":1');
    expect(await createCallKeeper(storage, undefined).claim()).toBeNull();
  });
});
