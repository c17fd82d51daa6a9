import { expect, it } from 'vitest';
import { type GroupCallEvent, type GroupCallState, idle, transition } from '#client/call/group/machine.ts';
import { enterRoom } from '#client/call/group/room-view.ts';
import { emptySnapshot, type GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { joinReply, memberOf } from '#client/call/testing/join-reply.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import { inListOrder, type Person, peopleNamed, peopleOf, roomName } from './people.ts';
import { person, self } from './test-people.ts';

const aoi = 'Aoi-1' as MemberId;
const producer = (source: 'camera' | 'microphone', paused = false): ProducerInfo => ({
  producerId: source,
  kind: source === 'camera' ? 'video' : 'audio',
  source,
  paused,
});
function afterJoining(...events: GroupCallEvent[]): GroupCallSnapshot {
  const all: GroupCallEvent[] = [
    { type: 'join' },
    {
      type: 'joinAnswered',
      attempt: 1,
      reply: {
        ...joinReply(1, memberOf('Aoi', 1, [producer('camera'), producer('microphone')])),
        activeSpeaker: aoi,
      },
    },
    ...events,
  ];
  const state = all.reduce<GroupCallState>((now, event) => transition(now, event)?.[0] ?? now, idle);
  return { ...emptySnapshot, state };
}

it('shows the others first and oneself last, and who speaks', () => {
  const people = peopleOf(afterJoining());
  expect(people.map(({ name, self, speaking }) => [name, self, speaking])).toEqual([
    ['Aoi', false, true],
    ['Me', true, false],
  ]);
});

it('names a call without a group after those who are in it, each once', () => {
  const members = [memberOf('Aoi', 1, []), memberOf('Aoi', 2, []), memberOf('Ken', 1, [])];
  const reply = { ...joinReply(1, ...members), groupName: '' };
  expect(roomName(enterRoom(null, reply, 'node-lost'), 'en')).toBe('Aoi and Ken');
});

it('shows who is muted', () => {
  const snapshot = afterJoining({
    type: 'groupCall.producerPaused',
    memberId: aoi,
    producerId: 'microphone',
    paused: true,
  });
  expect(peopleOf(snapshot)[0]).toMatchObject({ muted: true });
});

it('rates a connection by the score of what arrives', () => {
  const quality = (score: number) =>
    peopleOf(afterJoining({ type: 'groupCall.memberQualityChanged', memberId: aoi, score }))[0]?.quality;
  expect([10, 7, 3].map(quality)).toEqual(['good', 'fair', 'poor']);
});

it('does not show anybody as muted or away only because the room is being rebuilt', () => {
  const snapshot = afterJoining({ type: 'groupCall.rebuildNeeded', reason: 'node-lost' });
  expect(peopleOf(snapshot)[0]).toMatchObject({ muted: false, away: false });
});

it('shows what their browsers measure, and the worse score of the node score where one has fallen silent (G13)', () => {
  const measured: GroupCallEvent = {
    type: 'groupCall.memberLinkChanged',
    memberId: aoi,
    link: { loss: 0.04, roundTripMs: 120 },
  };
  const scored = (score: number): GroupCallEvent => ({
    type: 'groupCall.memberQualityChanged',
    memberId: aoi,
    score,
  });
  const aoiAfter = (...events: GroupCallEvent[]) => peopleOf(afterJoining(...events))[0];
  expect(aoiAfter()).toMatchObject({ quality: null, link: null });
  expect(aoiAfter(scored(10))?.quality).toBe('good');
  expect(aoiAfter(scored(10), measured)).toMatchObject({
    quality: 'fair',
    link: { loss: 0.04, roundTripMs: 120 },
  });
  expect(aoiAfter(scored(0), measured)?.quality).toBe('poor');
});

it('keeps someone about whom nothing has changed the same object, so that nothing of them is drawn again', () => {
  const joined = afterJoining();
  const [before] = peopleOf(joined);
  expect(peopleOf({ ...joined, interrupted: true })[0]).toBe(before);
  const [silent] = transition(joined.state, { type: 'groupCall.activeSpeakerChanged', memberId: null }) ?? [];
  expect(peopleOf({ ...joined, state: silent ?? joined.state })[0]).toMatchObject({ speaking: false });
  const tracks = new Map([[aoi, {}]]);
  expect(peopleOf({ ...joined, tracks })[0]).not.toBe(before);
});

it('lists oneself first, then raised hands in their order, then the others as they came', () => {
  const hand = (key: string, minute: number) =>
    person(key, { handRaisedAt: `2026-01-01T00:0${minute}:00.000Z` });
  const others = [person('Aoi'), hand('Ben', 2), person('Cho'), hand('Dan', 1)];
  const names = (people: readonly Person[]) => inListOrder(people).map(({ key }) => key);
  expect(names([...others, self])).toEqual(['self', 'Dan', 'Ben', 'Aoi', 'Cho']);
  const raised = { ...self, handRaisedAt: '2026-01-01T00:03:00.000Z' };
  expect(names([...others, raised])).toEqual(['self', 'Dan', 'Ben', 'Aoi', 'Cho']);
});

it.each([
  ['', 4],
  ['tana', 1],
  ['ＴＡＮＡＫＡ　aoi', 1],
  ['たなか', 1],
  ['ﾀﾅｶ', 1],
  ['田中', 1],
  ['zoe', 0],
])('searched for %j, whatever its case, width and kana, finds %i of four', (query, count) => {
  const people = ['Aoi Tanaka', 'タナカ ヒロ', '田中 太郎', 'Ben'].map((name) => person(name));
  expect(peopleNamed(people, query)).toHaveLength(count);
});
