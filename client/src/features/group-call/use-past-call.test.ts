import { describe, expect, it } from 'vitest';
import type { GroupCallState } from '#client/call/group/machine.ts';
import { enterRoom, type JoinReply } from '#client/call/group/room-view.ts';
import { emptySnapshot, type GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { joinReply, memberOf } from '#client/call/testing/join-reply.ts';
import { type PastCall, pastCall } from './use-past-call.ts';

const reply = joinReply(1);
const remembered = (past: PastCall | null, snapshot: GroupCallSnapshot) => pastCall(past, snapshot, 'en');

const joined = (joinedAt: number, given: Partial<JoinReply>): GroupCallSnapshot => ({
  ...emptySnapshot,
  joinedAt,
  state: {
    name: 'joined',
    attempt: 1,
    roomId: reply.roomId,
    memberId: reply.memberId,
    failures: 0,
    room: enterRoom(null, { ...reply, ...given }, 'node-lost'),
  },
});
const without = (state: GroupCallState): GroupCallSnapshot => ({ ...emptySnapshot, state, joinedAt: 5 });

describe('what is remembered of a call in a room', () => {
  it('is when one joined, also once it is over', () => {
    const past = remembered(null, joined(5, { recordedByServer: false, mayRecordOnServer: true }));
    expect(past).toEqual({ since: 5, recordedForSelf: false, name: 'Tea' });
    expect(remembered(past, without({ name: 'left' }))).toBe(past);
  });

  it('is that it was recorded, also where the recording had been stopped before the end', () => {
    const past = remembered(
      remembered(null, joined(5, { recordedByServer: true, mayRecordOnServer: true })),
      joined(5, { recordedByServer: false, mayRecordOnServer: true }),
    );
    expect(past).toEqual({ since: 5, recordedForSelf: true, name: 'Tea' });
  });

  it('names no recording to those who may not record on the server', () => {
    expect(remembered(null, joined(5, { recordedByServer: true, mayRecordOnServer: false }))).toEqual({
      since: 5,
      recordedForSelf: false,
      name: 'Tea',
    });
  });

  it('is nothing of the call before, once one joins again', () => {
    const past = remembered(null, joined(5, { recordedByServer: true, mayRecordOnServer: true }));
    expect(remembered(past, without({ name: 'joining', attempt: 1 }))).toBe(null);
    expect(remembered(past, joined(9, { recordedByServer: false, mayRecordOnServer: true }))).toEqual({
      since: 9,
      recordedForSelf: false,
      name: 'Tea',
    });
  });

  it('are the names of the others of a call that had moved, also once they have left', () => {
    const withMembers = (...names: readonly string[]) =>
      joined(5, {
        groupName: '',
        members: names.map((name) => memberOf(name, 1, [])),
      });
    const past = remembered(null, withMembers('me', 'Bob', 'Carol'));
    expect(past?.name).toBe('Bob and Carol');
    expect(remembered(past, withMembers('me'))?.name).toBe('Bob and Carol');
  });

  it('stays the same object while nothing is new', () => {
    const past = remembered(null, joined(5, { recordedByServer: false, mayRecordOnServer: true }));
    expect(remembered(past, joined(5, { recordedByServer: false, mayRecordOnServer: true }))).toBe(past);
  });
});
