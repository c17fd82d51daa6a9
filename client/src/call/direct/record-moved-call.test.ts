import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { CallId } from '#protocol/ids.ts';
import type { IceConfiguration, Party } from '#protocol/party.ts';
import type { MoveReason } from '#protocol/signal/direct-call.ts';
import { type DirectCallEvent, idle } from './call-state.ts';
import { transition } from './machine.ts';
import { recordMovedCall } from './record-moved-call.ts';
import { emptySnapshot } from './snapshot.ts';

const CALL = 'call-1' as string as CallId;
const bob: Party = { kind: 'user', id: 'bob', name: 'Bob' };
const ice: IceConfiguration = { iceServers: [], expiresInMs: null };

/** A page that was loaded in the middle of a call, which is not connected again yet. */
function callThatConnects() {
  let state = idle;
  const happens = (event: DirectCallEvent) => {
    state = transition(state, event)?.[0] ?? state;
  };
  const place = { peer: bob, pairId: null, outgoing: true, role: 'polite', leg: 1, talksForMs: 0 } as const;
  happens({ type: 'resumed', callId: CALL, moved: false, ice, place, at: 0 });
  let joined = false;
  const recorded = vi.fn(async () => {});
  return {
    happens,
    recorded,
    connect: () => happens({ type: 'linkUp', callId: CALL, at: 0 }),
    call: {
      get: () => ({ ...emptySnapshot, state }),
      move: vi.fn(async (reason: MoveReason) => happens({ type: 'moved', callId: CALL, reason, at: 2_000 })),
    },
    joinRoom() {
      happens({ type: 'roomJoined', callId: CALL });
      joined = true;
    },
    recorderOf: () => (joined ? recorded : null),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a 1-to-1 call that is to be recorded on the server', () => {
  it('moves once it is connected, and is recorded in its room', async () => {
    const { call, connect, joinRoom, recorded, recorderOf } = callThatConnects();
    const recording = recordMovedCall(call, recorderOf);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(call.move).not.toHaveBeenCalled();
    connect();
    await vi.advanceTimersByTimeAsync(200);
    expect(call.move).toHaveBeenCalledExactlyOnceWith('recording');
    joinRoom();
    await vi.advanceTimersByTimeAsync(200);
    await recording;
    expect(recorded).toHaveBeenCalledOnce();
  });

  it('is content with a recording that the last page has begun', async () => {
    const { call, connect, joinRoom, recorded, recorderOf } = callThatConnects();
    recorded.mockRejectedValue(new AppError('recording-running'));
    connect();
    const recording = recordMovedCall(call, recorderOf);
    await vi.advanceTimersByTimeAsync(0);
    joinRoom();
    await vi.advanceTimersByTimeAsync(200);
    await expect(recording).resolves.toBeUndefined();
  });

  it('fails as soon as its room cannot be joined, without waiting', async () => {
    const { call, connect, happens, recorderOf } = callThatConnects();
    connect();
    const recording = recordMovedCall(call, recorderOf);
    const failed = expect(recording).rejects.toMatchObject({ code: 'media-node-unavailable' });
    await vi.advanceTimersByTimeAsync(300);
    happens({ type: 'roomFailed', callId: CALL, at: 0 });
    await vi.advanceTimersByTimeAsync(200);
    await failed;
  });

  it('fails as soon as it is over', async () => {
    const { call, happens, recorderOf } = callThatConnects();
    const recording = recordMovedCall(call, recorderOf);
    const failed = expect(recording).rejects.toMatchObject({ code: 'call-not-found' });
    happens({ type: 'hangUp', reason: 'hung-up', at: 0 });
    await vi.advanceTimersByTimeAsync(200);
    await failed;
  });
});
