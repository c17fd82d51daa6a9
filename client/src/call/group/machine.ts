import type { ErrorCode } from '#protocol/errors.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { partyKey } from '#protocol/party.ts';
import type { SignalNotices, SignalReply } from '#protocol/signal/contract.ts';
import type { Member, ProducerInfo } from '#protocol/signal/group-call.ts';
import type { PayloadOf } from '#protocol/wire.ts';

export type JoinReply = SignalReply<'groupCall.join'>;
export type RebuildReason =
  | PayloadOf<SignalNotices, 'groupCall.rebuildNeeded'>['reason']
  | 'session-lost'
  | 'media-lost';
export type EndReason = PayloadOf<SignalNotices, 'groupCall.ended'>['reason'];

/** Another member, with what stands on its tile. */
export interface MemberView extends Omit<Member, 'memberId'> {
  /** Null for one that was here before a rebuild and has not joined again yet. */
  readonly memberId: MemberId | null;
  /** Stays the same when the member comes back as a new one after a rebuild: the tile keeps its place and its picture. */
  readonly tile: string;
  /** 0 to 10: how well its media reaches the media node; null until it was told. */
  readonly score: number | null;
  /**
   * What it sent before a rebuild, until it sends all of it again: so long its tile shows the last picture. Null for
   * everyone who is quite here.
   */
  readonly before: readonly ProducerInfo[] | null;
}

/** What is known of a room. */
export interface RoomView {
  readonly groupName: string;
  readonly self: Party;
  readonly owner: boolean;
  /** In the order in which they joined. */
  readonly members: readonly MemberView[];
  readonly activeSpeaker: MemberId | null;
  /** Of one's own media, as in `MemberView`. */
  readonly selfScore: number | null;
}

export type GroupCallState =
  | { readonly name: 'idle' }
  | { readonly name: 'joining'; readonly attempt: number }
  | {
      readonly name: 'joined';
      readonly attempt: number;
      readonly roomId: RoomId;
      readonly memberId: MemberId;
      readonly room: RoomView;
      /** Rooms in a row that were joined or tried without media having flowed; 0 once it has. */
      readonly failures: number;
    }
  /** The room is gone, the call is not: the tiles stay while a new one is joined (SPEC.md, G9). */
  | {
      readonly name: 'rebuilding';
      /** Of the join that is under way or comes next. */
      readonly attempt: number;
      readonly reason: RebuildReason;
      readonly failures: number;
      readonly room: RoomView;
    }
  | { readonly name: 'left' }
  | { readonly name: 'ended'; readonly reason: EndReason; readonly groupName: string }
  /** Could not be joined. `unsupported`: this browser has no WebRTC that the media node could speak with. */
  | { readonly name: 'failed'; readonly code: ErrorCode | 'unsupported' };

type Notice<Name extends keyof SignalNotices> = { readonly type: Name } & PayloadOf<SignalNotices, Name>;

export type GroupCallEvent =
  | { readonly type: 'join' }
  | { readonly type: 'joinAnswered'; readonly attempt: number; readonly reply: JoinReply }
  | { readonly type: 'joinFailed'; readonly attempt: number; readonly code: ErrorCode }
  | { readonly type: 'leave' }
  | { readonly type: 'unsupported' }
  /** The signalling connection is over, for this reason. */
  | { readonly type: 'signalClosed'; readonly code: ErrorCode }
  /** Media flows, in whichever direction first. */
  | { readonly type: 'mediaUp' }
  /** Whoever has not come back from a rebuild by now has left. */
  | { readonly type: 'settled'; readonly attempt: number }
  /** The session was lost, or media cannot be mended: take part anew. */
  | { readonly type: 'rebuild'; readonly reason: RebuildReason }
  | Notice<'groupCall.memberJoined'>
  | Notice<'groupCall.memberLeft'>
  | Notice<'groupCall.memberAway'>
  | Notice<'groupCall.producerOpened'>
  | Notice<'groupCall.producerClosed'>
  | Notice<'groupCall.producerPaused'>
  | Notice<'groupCall.activeSpeakerChanged'>
  | Notice<'groupCall.memberQualityChanged'>
  | Notice<'groupCall.rebuildNeeded'>
  | Notice<'groupCall.ended'>;

export type GroupCallEffect =
  /** After `rejoinDelayMs(failures)`; 0 is the first join, which does not wait. */
  | { readonly type: 'join'; readonly attempt: number; readonly failures: number }
  /** Stops mending media whose room is gone; its last pictures stay until `openMedia` or `closeMedia`. */
  | { readonly type: 'retireMedia' }
  /** Says `settled` after a while. */
  | { readonly type: 'settleLater'; readonly attempt: number }
  | { readonly type: 'openMedia'; readonly attempt: number; readonly reply: JoinReply }
  | { readonly type: 'closeMedia' }
  /** Tells the server. */
  | { readonly type: 'leave' }
  | { readonly type: 'stopLocalMedia' };

/** Null: the state does not know the event. It is logged and has no effect. */
export type Transition = readonly [GroupCallState, readonly GroupCallEffect[]] | null;

export const idle: GroupCallState = { name: 'idle' };

/** Joins that fail for these reasons are tried again while a room is rebuilt: the cause passes. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'media-node-unavailable',
  'service-unavailable',
  'request-timeout',
  'internal-error',
  'too-many-requests',
  'conflict',
]);
/** After so many rebuilds in a row somebody should be told rather than kept waiting. */
const MAX_FAILURES = 8;

/** One group call of one session, as the client sees it. Pure: `session.ts` performs the effects. */
export function transition(state: GroupCallState, event: GroupCallEvent): Transition {
  switch (event.type) {
    case 'join':
      return onJoin(state);
    case 'joinAnswered':
      return onJoinAnswered(state, event);
    case 'joinFailed':
      return onJoinFailed(state, event);
    case 'unsupported':
      if (state.name !== 'joined') return null;
      return [
        { name: 'failed', code: 'unsupported' },
        [{ type: 'leave' }, { type: 'closeMedia' }, { type: 'stopLocalMedia' }],
      ];
    case 'signalClosed':
      if (state.name !== 'joining' && state.name !== 'joined' && state.name !== 'rebuilding') return null;
      return failed(event.code);
    case 'mediaUp':
      return state.name === 'joined' ? [{ ...state, failures: 0 }, []] : null;
    case 'settled':
      return onSettled(state, event.attempt);
    case 'leave':
      if (state.name === 'joining' || state.name === 'joined' || state.name === 'rebuilding')
        return [{ name: 'left' }, [{ type: 'leave' }, { type: 'closeMedia' }, { type: 'stopLocalMedia' }]];
      return null;
    case 'rebuild':
      return onRebuild(state, event.reason);
    case 'groupCall.rebuildNeeded':
      return onRebuild(state, event.reason);
    case 'groupCall.ended':
      if (state.name !== 'joined' && state.name !== 'rebuilding' && state.name !== 'joining') return null;
      return [
        {
          name: 'ended',
          reason: event.reason,
          groupName: state.name === 'joining' ? '' : state.room.groupName,
        },
        [{ type: 'closeMedia' }, { type: 'stopLocalMedia' }],
      ];
    default: {
      if (state.name !== 'joined') return null;
      const room = changeRoom(state.room, event, state.memberId);
      return room ? [{ ...state, room }, []] : null;
    }
  }
}

function onJoin(state: GroupCallState): Transition {
  if (state.name === 'joining' || state.name === 'joined' || state.name === 'rebuilding') return null;
  return [{ name: 'joining', attempt: 1 }, [{ type: 'join', attempt: 1, failures: 0 }]];
}

function onJoinAnswered(
  state: GroupCallState,
  { attempt, reply }: Extract<GroupCallEvent, { type: 'joinAnswered' }>,
): Transition {
  // A join that was given up: by leaving, whose own request follows on the same lane, or by a newer join, which replaces it.
  if ((state.name !== 'joining' && state.name !== 'rebuilding') || state.attempt !== attempt) return null;
  const { groupName, self, owner, activeSpeaker, roomId, memberId } = reply;
  const rebuilding = state.name === 'rebuilding';
  const members = comeBack(rebuilding ? state.room.members : [], reply.members);
  const room: RoomView = { groupName, self, owner, activeSpeaker, members, selfScore: null };
  const effects: GroupCallEffect[] = [{ type: 'openMedia', attempt, reply }];
  if (members.some((member) => member.before !== null)) effects.push({ type: 'settleLater', attempt });
  const failures = rebuilding ? state.failures : 0;
  return [{ name: 'joined', attempt, roomId, memberId, room, failures }, effects];
}

function onJoinFailed(
  state: GroupCallState,
  { attempt, code }: Extract<GroupCallEvent, { type: 'joinFailed' }>,
): Transition {
  if ((state.name !== 'joining' && state.name !== 'rebuilding') || state.attempt !== attempt) return null;
  if (state.name === 'rebuilding' && passing.has(code))
    return rejoin(state, state.reason, state.failures + 1);
  return failed(code);
}

function onRebuild(state: GroupCallState, reason: RebuildReason): Transition {
  switch (state.name) {
    case 'joined':
    case 'rebuilding':
      return rejoin(state, reason, state.failures + 1);
    case 'joining': {
      // The room went away before it was entered: the same as a first join.
      const attempt = state.attempt + 1;
      return [{ name: 'joining', attempt }, [{ type: 'join', attempt, failures: 1 }]];
    }
    default:
      return null;
  }
}

function rejoin(
  state: Extract<GroupCallState, { name: 'joined' | 'rebuilding' }>,
  reason: RebuildReason,
  failures: number,
): Transition {
  if (failures > MAX_FAILURES) return failed('media-node-unavailable');
  const attempt = state.attempt + 1;
  return [
    { name: 'rebuilding', attempt, reason, failures, room: state.room },
    [{ type: 'retireMedia' }, { type: 'join', attempt, failures }],
  ];
}

const failed = (code: ErrorCode): Transition => [
  { name: 'failed', code },
  [{ type: 'closeMedia' }, { type: 'stopLocalMedia' }],
];

function onSettled(state: GroupCallState, attempt: number): Transition {
  if (state.name !== 'joined' || state.attempt !== attempt) return null;
  const members = state.room.members
    .filter((member) => member.memberId !== null)
    .map((member) => ({ ...member, before: null }));
  return [{ ...state, room: { ...state.room, members } }, []];
}

/**
 * Members after a rebuild, each on the tile and in the place that it had: those who are back, those who are still on their
 * way, and last whoever is new. Two browsers of one user keep two tiles.
 */
function comeBack(before: readonly MemberView[], now: readonly Member[]): readonly MemberView[] {
  const arrived = [...now];
  const kept = before.map((old): MemberView => {
    const index = arrived.findIndex((member) => partyKey(member.party) === partyKey(old.party));
    const [member] = index >= 0 ? arrived.splice(index, 1) : [];
    return member ? takeOver(old, member) : { ...old, memberId: null, producers: [], before: sentBy(old) };
  });
  return [...kept, ...arrived.map(newView)];
}

const newView = (member: Member): MemberView => ({
  ...member,
  tile: member.memberId,
  score: null,
  before: null,
});

const takeOver = (old: MemberView, member: Member): MemberView => ({
  ...member,
  tile: old.tile,
  score: null,
  before: stillMissing(sentBy(old), member.producers),
});

/** Of a member that had not come back before the next rebuild, what it sent before the first one. */
const sentBy = (view: MemberView): readonly ProducerInfo[] => view.before ?? view.producers;

/** Null once everything that was sent before is sent again. */
const stillMissing = (
  before: readonly ProducerInfo[] | null,
  now: readonly ProducerInfo[],
): readonly ProducerInfo[] | null =>
  before?.some(({ source }) => !now.some((producer) => producer.source === source)) ? before : null;

function changeRoom(room: RoomView, event: GroupCallEvent, selfId: MemberId): RoomView | null {
  switch (event.type) {
    case 'groupCall.memberJoined': {
      const { member } = event;
      if (room.members.some((known) => known.memberId === member.memberId)) return null;
      const place = room.members.findIndex(
        (view) => view.memberId === null && partyKey(view.party) === partyKey(member.party),
      );
      const old = room.members[place];
      return {
        ...room,
        members: old ? room.members.with(place, takeOver(old, member)) : [...room.members, newView(member)],
      };
    }
    case 'groupCall.memberLeft': {
      const members = room.members.filter((member) => member.memberId !== event.memberId);
      if (members.length === room.members.length) return null;
      const activeSpeaker = room.activeSpeaker === event.memberId ? null : room.activeSpeaker;
      return { ...room, members, activeSpeaker };
    }
    case 'groupCall.memberAway':
      return changeMember(room, event.memberId, () => ({ away: event.away }));
    case 'groupCall.memberQualityChanged':
      if (event.memberId === selfId) return { ...room, selfScore: event.score };
      return changeMember(room, event.memberId, () => ({ score: event.score }));
    case 'groupCall.producerOpened':
      return changeMember(room, event.memberId, (member) => {
        const { producer } = event;
        const others = member.producers.filter(({ producerId }) => producerId !== producer.producerId);
        const producers = [...others, producer];
        return { producers, before: stillMissing(member.before, producers) };
      });
    case 'groupCall.producerClosed':
      return changeMember(room, event.memberId, ({ producers }) => ({
        producers: producers.filter(({ producerId }) => producerId !== event.producerId),
      }));
    case 'groupCall.producerPaused':
      return changeMember(room, event.memberId, ({ producers }) => ({
        producers: producers.map((producer) =>
          producer.producerId === event.producerId ? { ...producer, paused: event.paused } : producer,
        ),
      }));
    case 'groupCall.activeSpeakerChanged':
      return { ...room, activeSpeaker: event.memberId };
    default:
      return null;
  }
}

function changeMember(
  room: RoomView,
  memberId: MemberId,
  change: (member: MemberView) => Partial<MemberView>,
): RoomView | null {
  if (!room.members.some((member) => member.memberId === memberId)) return null;
  return {
    ...room,
    members: room.members.map((member) =>
      member.memberId === memberId ? { ...member, ...change(member) } : member,
    ),
  };
}
