import { describe, expect, it } from 'vitest';
import { joinReply, memberOf } from '#client/call/testing/join-reply.ts';
import { play as playFrom } from '#client/call/testing/play.ts';
import type { MemberId, RecordingId } from '#protocol/ids.ts';
import type { Member, ProducerInfo } from '#protocol/signal/group-call.ts';
import {
  type GroupCallEffect,
  type GroupCallEvent,
  type GroupCallState,
  idle,
  transition,
} from './machine.ts';
import type { MemberView } from './member-view.ts';

const memberId = (name: string) => name as MemberId;
const camera = (producerId = 'camera-1'): ProducerInfo => ({
  producerId,
  kind: 'video',
  source: 'camera',
  paused: false,
});
const member = (name: string, run = 1, producers: ProducerInfo[] = [camera()]) =>
  memberOf(name, run, producers);

const answered = (attempt: number, ...members: Member[]): GroupCallEvent => ({
  type: 'joinAnswered',
  attempt,
  reply: joinReply(attempt, ...members),
});
const joined = (...members: Member[]): GroupCallEvent[] => [{ type: 'join' }, answered(1, ...members)];
const died: GroupCallEvent = { type: 'groupCall.rebuildNeeded', reason: 'worker-died' };

const play = (...events: GroupCallEvent[]) => playFrom(transition, idle, events);
const types = (effects: GroupCallEffect[]) => effects.map((effect) => effect.type);
const members = (state: GroupCallState): readonly MemberView[] =>
  state.name === 'joined' || state.name === 'rebuilding' ? state.room.members : [];
const names = (state: GroupCallState) => members(state).map(({ party }) => party.name);

describe('joining', () => {
  it('opens media with what the one reply brings', () => {
    const { state, effects } = play(...joined(member('aoi')));
    expect(state).toMatchObject({ name: 'joined', memberId: 'me-1' });
    expect(types(effects)).toEqual(['join', 'openMedia']);
  });

  it('says why it failed, and can be tried again', () => {
    const { state } = play({ type: 'join' }, { type: 'joinFailed', attempt: 1, code: 'room-locked' });
    expect(state).toEqual({ name: 'failed', code: 'room-locked' });
    expect(transition(state, { type: 'join' })?.[0].name).toBe('joining');
  });

  it('that is left before the answer opens nothing when the answer comes', () => {
    const { state, effects } = play({ type: 'join' }, { type: 'leave' }, answered(1));
    expect(state.name).toBe('left');
    expect(types(effects)).toEqual(['join', 'leave', 'closeMedia', 'stopLocalMedia']);
  });

  it('starts over when the room dies before it was entered', () => {
    const { state } = play({ type: 'join' }, died, answered(1), answered(2));
    expect(state).toMatchObject({ name: 'joined', attempt: 2 });
  });
});

describe('the chat', () => {
  const message = (id: string) => ({
    id,
    memberId: memberId('aoi-1'),
    party: { kind: 'user', id: 'aoi', name: 'Aoi' } as const,
    text: id,
    at: '2026-07-01T09:00:00Z',
  });
  const answeredWith = (attempt: number, ...ids: readonly string[]): GroupCallEvent => ({
    type: 'joinAnswered',
    attempt,
    reply: { ...joinReply(attempt), messages: ids.map(message) },
  });

  it('knows up to where it was written before one joined, also after a rebuild', () => {
    const events = [
      { type: 'join' },
      answeredWith(1, 'a', 'b'),
      died,
      answeredWith(2, 'a', 'b', 'c'),
    ] as const;
    for (const until of [2, 4]) {
      expect(play(...events.slice(0, until)).state).toMatchObject({ room: { lastEarlier: 'b' } });
    }
    expect(play({ type: 'join' }, answeredWith(1), died, answeredWith(2, 'c')).state).toMatchObject({
      room: { lastEarlier: null, messages: [{ id: 'c' }] },
    });
  });
});

describe('a recording on the server', () => {
  const recorded = (on: boolean): GroupCallEvent => ({ type: 'groupCall.serverRecordingChanged', on });
  const fault = (...events: GroupCallEvent[]) => {
    const { state } = play(...joined(), ...events);
    return state.name === 'joined' ? [state.room.recordedByServer, state.room.recordingFault] : null;
  };

  it('that the disk ends is said with why, until it is begun again', () => {
    const full: GroupCallEvent = {
      type: 'recording.changed',
      recordingId: 'recording' as RecordingId,
      state: 'interrupted',
      fault: 'disk-full',
    };
    expect(fault(recorded(true), recorded(false), full)).toEqual([false, 'disk-full']);
    expect(fault(recorded(true), recorded(false), full, recorded(true))).toEqual([true, null]);
  });

  it('that someone ends is no failure', () => {
    expect(fault(recorded(true), recorded(false))).toEqual([false, null]);
    expect(fault(recorded(true), recorded(false), died, answered(2))).toEqual([false, null]);
  });

  it('that dies with its room has failed, though no one is left to tell', () => {
    expect(fault(recorded(true), died, answered(2))).toEqual([false, 'node-lost']);
  });

  it('that ends since its room moves to another node has not failed', () => {
    const moved: GroupCallEvent = { type: 'groupCall.rebuildNeeded', reason: 'node-draining' };
    expect(fault(recorded(true), moved, answered(2))).toEqual([false, 'maintenance']);
  });
});

describe('members', () => {
  it('come, go, mute and speak', () => {
    const { state } = play(
      ...joined(member('aoi')),
      { type: 'groupCall.memberJoined', member: member('ren', 1, []) },
      { type: 'groupCall.producerOpened', memberId: memberId('ren-1'), producer: camera('p2') },
      { type: 'groupCall.producerPaused', memberId: memberId('ren-1'), producerId: 'p2', paused: true },
      { type: 'groupCall.activeSpeakerChanged', memberId: memberId('aoi-1') },
      { type: 'groupCall.memberAway', memberId: memberId('ren-1'), away: true },
      { type: 'groupCall.memberQualityChanged', memberId: memberId('me-1'), score: 4 },
      { type: 'groupCall.memberLeft', memberId: memberId('aoi-1'), reason: 'left' },
    );
    expect(state).toMatchObject({ room: { activeSpeaker: null, selfScore: 4 } });
    expect(members(state)).toMatchObject([{ away: true, producers: [{ producerId: 'p2', paused: true }] }]);
  });

  it('that are told of twice are there once', () => {
    const { state } = play(...joined(member('aoi')), {
      type: 'groupCall.memberJoined',
      member: member('aoi'),
    });
    expect(names(state)).toEqual(['aoi']);
  });
});

describe('a room that dies (G9)', () => {
  it('is rejoined by itself, with the tiles where they were', () => {
    const before = play(...joined(member('aoi'), member('ren'), member('yui')));
    const tiles = members(before.state).map(({ tile }) => tile);
    const after = play(
      ...joined(member('aoi'), member('ren'), member('yui')),
      died,
      answered(2, member('yui', 2)),
      { type: 'groupCall.memberJoined', member: member('aoi', 2) },
      { type: 'groupCall.memberJoined', member: member('ren', 2) },
    );
    expect(names(after.state)).toEqual(['aoi', 'ren', 'yui']);
    expect(members(after.state).map(({ tile }) => tile)).toEqual(tiles);
    expect(members(after.state).map((view) => view.memberId)).toEqual(['aoi-2', 'ren-2', 'yui-2']);
    expect(types(after.effects)).not.toContain('stopLocalMedia');
  });

  it('keeps the tiles while no one is back yet, and removes members that do not come', () => {
    const events = [...joined(member('aoi'), member('ren')), died, answered(2)];
    const waiting = play(...events);
    expect(members(waiting.state)).toMatchObject([
      { memberId: null, before: [{ source: 'camera' }] },
      { memberId: null, before: [{ source: 'camera' }] },
    ]);
    expect(types(waiting.effects)).toContain('settleLater');
    const settled = play(
      ...events,
      { type: 'groupCall.memberJoined', member: member('ren', 2) },
      { type: 'settled', attempt: 2 },
    );
    expect(members(settled.state)).toMatchObject([{ party: { name: 'ren' }, before: null }]);
  });

  it('knows what someone sent before until all of it is sent again', () => {
    const microphone: ProducerInfo = { producerId: 'm', kind: 'audio', source: 'microphone', paused: false };
    const aoi = (run: number, ...producers: ProducerInfo[]) => member('aoi', run, producers);
    const opened = (producer: ProducerInfo): GroupCallEvent => ({
      type: 'groupCall.producerOpened',
      memberId: memberId('aoi-2'),
      producer,
    });
    const events = [...joined(aoi(1, microphone, camera())), died, answered(2, aoi(2, microphone))];
    expect(members(play(...events).state)).toMatchObject([{ before: [microphone, camera()] }]);
    expect(members(play(...events, opened(camera())).state)).toMatchObject([{ before: null }]);
  });

  it('does not forget what someone sent when the next room dies before they were back', () => {
    const { state } = play(
      ...joined(member('aoi')),
      died,
      answered(2),
      died,
      answered(3, member('aoi', 3, [])),
    );
    expect(members(state)).toMatchObject([{ before: [{ source: 'camera' }], tile: 'aoi-1' }]);
  });

  it('keeps two tiles for two browsers of one user', () => {
    const two = (run: number) => [
      member('aoi', run),
      { ...member('aoi', run), memberId: memberId(`phone-${run}`) },
    ];
    const { state } = play(...joined(...two(1)), died, answered(2, ...two(2)));
    expect(members(state).map(({ tile }) => tile)).toEqual(['aoi-1', 'phone-1']);
  });

  it('again while it is being rejoined: only the last join counts', () => {
    const { state, effects } = play(...joined(member('aoi')), died, died, answered(2), answered(3));
    expect(state).toMatchObject({ name: 'joined', attempt: 3 });
    expect(types(effects).filter((type) => type === 'openMedia')).toHaveLength(2);
  });

  it('is tried again while no media node is there, ever later, and given up in the end', () => {
    let state = play(...joined(member('aoi')), died).state;
    const failures: number[] = [];
    for (let tries = 0; state.name === 'rebuilding' && tries < 20; tries++) {
      failures.push(state.failures);
      const next = transition(state, {
        type: 'joinFailed',
        attempt: state.attempt,
        code: 'media-node-unavailable',
      });
      if (!next) break;
      state = next[0];
    }
    expect(failures).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(state).toEqual({ name: 'failed', code: 'media-node-unavailable' });
  });

  it('is not rejoined where one may not any more', () => {
    const { state } = play(...joined(), died, { type: 'joinFailed', attempt: 2, code: 'service-disabled' });
    expect(state).toEqual({ name: 'failed', code: 'service-disabled' });
  });

  it('does not lead to endless rebuilding where media never flows', () => {
    const events: GroupCallEvent[] = joined();
    for (let attempt = 2; attempt < 20; attempt++) {
      events.push({ type: 'rebuild', reason: 'media-lost' }, answered(attempt));
    }
    expect(play(...events).state).toEqual({ name: 'failed', code: 'media-node-unavailable' });
  });

  it('counts from the beginning once media has flowed', () => {
    const { state } = play(...joined(), died, answered(2), { type: 'mediaUp' }, died);
    expect(state).toMatchObject({ name: 'rebuilding', failures: 1 });
  });

  it('can be left while it is being rejoined', () => {
    const { state, effects } = play(...joined(member('aoi')), died, { type: 'leave' }, answered(2));
    expect(state.name).toBe('left');
    expect(types(effects).slice(-3)).toEqual(['leave', 'closeMedia', 'stopLocalMedia']);
  });
});

describe('the end of the call', () => {
  it('is final: late notices bring nothing back', () => {
    const { state, effects } = play(
      ...joined(member('aoi')),
      { type: 'groupCall.ended', reason: 'group-closed' },
      died,
      { type: 'groupCall.memberJoined', member: member('ren') },
    );
    expect(state).toEqual({ name: 'ended', reason: 'group-closed', groupName: 'Tea' });
    expect(types(effects).slice(-2)).toEqual(['closeMedia', 'stopLocalMedia']);
  });
});
