import { expect, it } from 'vitest';
import { type GroupCallEvent, type GroupCallState, idle, transition } from '#client/call/group/machine.ts';
import { emptySnapshot, type GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import { peopleOf } from './people.ts';

const aoi = 'aoi-1' as MemberId;
const producer = (source: 'camera' | 'microphone', paused = false): ProducerInfo => ({
  producerId: source,
  kind: source === 'camera' ? 'video' : 'audio',
  source,
  paused,
});
const transport = {
  id: 't',
  iceParameters: { usernameFragment: 'u', password: 'p' },
  iceCandidates: [],
  dtlsParameters: { fingerprints: [] },
};

function afterJoining(...events: GroupCallEvent[]): GroupCallSnapshot {
  const all: GroupCallEvent[] = [
    { type: 'join' },
    {
      type: 'joinAnswered',
      attempt: 1,
      reply: {
        roomId: 'room' as RoomId,
        memberId: 'me' as MemberId,
        routerRtpCapabilities: {},
        sendTransport: transport,
        receiveTransport: transport,
        members: [
          {
            memberId: aoi,
            party: { kind: 'user', id: 'aoi', name: 'Aoi' },
            owner: false,
            away: false,
            handRaisedAt: null,
            recording: false,
            link: null,
            producers: [producer('camera'), producer('microphone')],
          },
        ],
        activeSpeaker: aoi,
        locked: false,
        recordedByServer: false,
        messages: [],
        offered: { recording: false, shareCamera: true, shareScreen: false, sharePlayback: false },
        groupName: 'Tea',
        self: { kind: 'user', id: 'me', name: 'Me' },
        owner: false,
        ice: { iceServers: [], expiresInMs: null },
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
