import { describe, expect, it } from 'vitest';
import { joinReply, memberOf } from '#client/call/testing/join-reply.ts';
import { play as playFrom } from '#client/call/testing/play.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { Member, ProducerInfo } from '#protocol/signal/group-call.ts';
import { type GroupCallEffect, type GroupCallEvent, idle, transition } from './machine.ts';

const camera: ProducerInfo = { producerId: 'camera-1', kind: 'video', source: 'camera', paused: false };
const member = (name: string, run = 1, producers = [camera]) => memberOf(name, run, producers);

const answered = (attempt: number, ...members: Member[]): GroupCallEvent => ({
  type: 'joinAnswered',
  attempt,
  reply: joinReply(attempt, ...members),
});
const joined = (...members: Member[]): GroupCallEvent[] => [{ type: 'join' }, answered(1, ...members)];
const lost: GroupCallEvent = { type: 'rebuild', reason: 'session-lost' };
const self = { ...memberOf('me', 1, [camera]), handRaisedAt: '2026-11-28T00:00:00.000Z', recording: true };
/** The same room and the same member, in another session. */
const resumed = (attempt: number, ...members: Member[]): GroupCallEvent => ({
  type: 'joinAnswered',
  attempt,
  reply: { ...joinReply(1, ...members), resumed: { self, consumers: [] } },
});

const play = (...events: GroupCallEvent[]) => playFrom(transition, idle, events);
const types = (effects: readonly GroupCallEffect[]) => effects.map((effect) => effect.type);
const resumes = (effects: readonly GroupCallEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'join' ? [effect.resume] : []));

describe('a session that is lost while media flows (G18)', () => {
  it('leaves the media as it is, and asks for it to go on, however often the join fails', () => {
    const failed: GroupCallEvent = { type: 'joinFailed', attempt: 2, code: 'service-unavailable' };
    const { state, effects } = play(...joined(member('aoi')), lost, failed);
    expect(state).toMatchObject({ name: 'rebuilding', attempt: 3, held: true });
    expect(types(effects)).toEqual(['join', 'openMedia', 'holdMedia', 'join', 'holdMedia', 'join']);
    expect(resumes(effects)).toEqual([false, true, true]);
  });

  it('opens nothing and does nothing again once the next session has it', () => {
    const { state, effects } = play(...joined(member('aoi')), lost, resumed(2, member('aoi')));
    expect(state).toMatchObject({ name: 'joined', attempt: 2, memberId: 'me-1', failures: 0 });
    expect(state).toMatchObject({ room: { handRaisedAt: self.handRaisedAt, recording: true } });
    expect(types(effects).slice(4)).toEqual(['resumeMedia']);
  });

  it('takes over who has come, gone, and changed meanwhile, at once', () => {
    const yui = { ...memberOf('yui', 1, []), party: { kind: 'user', id: 'yui', name: 'yui' } } as const;
    const yuisPhone = { ...yui, memberId: 'yui-phone' as MemberId, producers: [camera] };
    const before = play(...joined(yui, yuisPhone, member('aoi'), member('ren')));
    const { state } = play(
      ...joined(yui, yuisPhone, member('aoi'), member('ren')),
      lost,
      // In another order, which must not swap the two browsers of one person.
      resumed(2, yuisPhone, yui, member('aoi', 1, []), member('sora')),
    );
    if (before.state.name !== 'joined' || state.name !== 'joined') throw new Error('Not joined');
    const tiles = before.state.room.members.slice(0, 3).map(({ memberId, tile }) => [memberId, tile]);
    expect(state.room.members.map(({ memberId, tile }) => [memberId, tile])).toEqual([
      ...tiles,
      ['sora-1', 'sora-1'],
    ]);
    expect(state.room.members.map((one) => one.before)).toEqual([null, null, null, null]);
  });

  it('opens media anew where the node has the member no more', () => {
    const { state, effects } = play(...joined(member('aoi')), lost, answered(2, member('aoi', 2)));
    expect(state).toMatchObject({ name: 'joined', memberId: 'me-2' });
    expect(types(effects)).toContain('openMedia');
  });

  it('is not asked to go on once the room has gone as well', () => {
    const died: GroupCallEvent = { type: 'groupCall.rebuildNeeded', reason: 'node-lost' };
    const { state, effects } = play(...joined(member('aoi')), lost, died);
    expect(state).toMatchObject({ name: 'rebuilding', held: false });
    expect(types(effects).slice(-2)).toEqual(['retireMedia', 'join']);
    expect(resumes(effects).at(-1)).toBe(false);
  });
});
