import { expect, it } from 'vitest';
import { joinReply, memberOf } from '#client/call/testing/join-reply.ts';
import { play as playFrom } from '#client/call/testing/play.ts';
import type { GroupId, PairId } from '#protocol/ids.ts';
import { type GroupCallEvent, type GroupCallState, idle, transition } from './machine.ts';

const carol = { kind: 'user', id: 'carol', name: 'Carol' } as const;
const pairId = 'pair' as PairId;
const rang: GroupCallEvent = { type: 'rang', pairId, party: carol };
const joined: readonly GroupCallEvent[] = [
  { type: 'join' },
  { type: 'joinAnswered', attempt: 1, reply: joinReply(1) },
];
const unanswered = (reason: 'declined' | 'missed'): GroupCallEvent => ({
  type: 'groupCall.ringUnanswered',
  groupId: 'group' as GroupId,
  party: { kind: 'user', id: 'carol' },
  reason,
});

const play = (...events: readonly GroupCallEvent[]): GroupCallState =>
  playFrom(transition, idle, [...joined, ...events]).state;
const rungAfter = (...events: readonly GroupCallEvent[]) => {
  const state = play(...events);
  return 'room' in state ? state.room.rung.map(({ party, state }) => `${party.name} ${state}`) : null;
};

it('whom one rings is waited for until they join', () => {
  expect(rungAfter(rang)).toEqual(['Carol ringing']);
  expect(rungAfter(rang, { type: 'groupCall.memberJoined', member: memberOf('carol', 1, []) })).toEqual([]);
});

it('who joins before the ring is answered is not waited for', () => {
  expect(rungAfter({ type: 'groupCall.memberJoined', member: memberOf('carol', 1, []) }, rang)).toEqual([]);
});

it('whoever declines or does not answer stays in sight until they are rung again or put away', () => {
  expect(rungAfter(rang, unanswered('declined'))).toEqual(['Carol declined']);
  expect(rungAfter(rang, unanswered('missed'))).toEqual(['Carol missed']);
  expect(rungAfter(rang, unanswered('missed'), rang)).toEqual(['Carol ringing']);
  expect(rungAfter(rang, unanswered('missed'), { type: 'ringForgotten', pairId })).toEqual([]);
});

it('the ring of another browser is none of this one', () => {
  expect(rungAfter(unanswered('declined'))).toEqual([]);
});

it('a room that is rebuilt waits on, and hears of it meanwhile', () => {
  const died: GroupCallEvent = { type: 'groupCall.rebuildNeeded', reason: 'worker-died' };
  const again = (...members: Parameters<typeof memberOf>[]): GroupCallEvent => ({
    type: 'joinAnswered',
    attempt: 2,
    reply: joinReply(2, ...members.map((member) => memberOf(...member))),
  });
  expect(rungAfter(rang, died, again())).toEqual(['Carol ringing']);
  expect(rungAfter(rang, died, unanswered('declined'), again())).toEqual(['Carol declined']);
  expect(rungAfter(rang, died, again(['carol', 2, []]))).toEqual([]);
});

it('a ring whose outcome the server never tells counts as missed, but not one that was repeated', () => {
  const { state, effects } = playFrom(transition, idle, [...joined, rang]);
  const [timeOut] = effects.filter((effect) => effect.type === 'timeOutRing');
  if (!timeOut) throw new Error('A ring must time out');
  const timedOut: GroupCallEvent = { type: 'ringTimedOut', rung: timeOut.rung };
  const after = (...events: readonly GroupCallEvent[]) => {
    const last = playFrom(transition, state, events).state;
    return 'room' in last ? last.room.rung.map((one) => one.state) : null;
  };
  expect(after(timedOut)).toEqual(['missed']);
  expect(after(rang, timedOut)).toEqual(['ringing']);
  expect(after(unanswered('declined'), timedOut)).toEqual(['declined']);
});

it('the owner who comes back sees the rings that go on', () => {
  const back: GroupCallEvent = {
    type: 'joinAnswered',
    attempt: 1,
    reply: { ...joinReply(1), rung: [{ pairId, party: carol }] },
  };
  const { state, effects } = playFrom(transition, idle, [{ type: 'join' }, back]);
  expect('room' in state && state.room.rung).toEqual([{ pairId, party: carol, state: 'ringing' }]);
  expect(effects.filter(({ type }) => type === 'timeOutRing')).toHaveLength(1);
});
