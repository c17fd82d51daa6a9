import { describe, expect, it } from 'vitest';
import type { GroupCallState } from '#client/call/group/machine.ts';
import { enterRoom } from '#client/call/group/room-view.ts';
import { emptySnapshot, type GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { joinReply } from '#client/call/testing/join-reply.ts';
import { pastCall } from './use-past-call.ts';

const reply = joinReply(1);

const joined = (
  joinedAt: number,
  recordedByServer: boolean,
  mayRecordOnServer: boolean,
): GroupCallSnapshot => ({
  ...emptySnapshot,
  joinedAt,
  state: {
    name: 'joined',
    attempt: 1,
    roomId: reply.roomId,
    memberId: reply.memberId,
    failures: 0,
    room: enterRoom(null, { ...reply, recordedByServer, mayRecordOnServer }, 'node-lost'),
  },
});
const without = (state: GroupCallState): GroupCallSnapshot => ({ ...emptySnapshot, state, joinedAt: 5 });

describe('what is remembered of a call in a room', () => {
  it('is when one joined, also once it is over', () => {
    const past = pastCall(null, joined(5, false, true));
    expect(past).toEqual({ since: 5, recordedForSelf: false });
    expect(pastCall(past, without({ name: 'left' }))).toBe(past);
  });

  it('is that it was recorded, also where the recording had been stopped before the end', () => {
    const past = pastCall(pastCall(null, joined(5, true, true)), joined(5, false, true));
    expect(past).toEqual({ since: 5, recordedForSelf: true });
  });

  it('names no recording to those who may not record on the server', () => {
    expect(pastCall(null, joined(5, true, false))).toEqual({ since: 5, recordedForSelf: false });
  });

  it('is nothing of the call before, once one joins again', () => {
    const past = pastCall(null, joined(5, true, true));
    expect(pastCall(past, without({ name: 'joining', attempt: 1 }))).toBe(null);
    expect(pastCall(past, joined(9, false, true))).toEqual({ since: 9, recordedForSelf: false });
  });

  it('stays the same object while nothing is new', () => {
    const past = pastCall(null, joined(5, false, true));
    expect(pastCall(past, joined(5, false, true))).toBe(past);
  });
});
