import { PASSING } from '#client/call/retry.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { SignalNotices } from '#protocol/signal/contract.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { changeBridge } from './bridged-room.ts';
import type { JoinAttempt } from './rejoin-policy.ts';
import { changeRoom } from './room-changes.ts';
import {
  enterRoom,
  type JoinReply,
  type Resumed,
  type RoomEvent,
  type RoomView,
  resumeRoom,
} from './room-view.ts';
import { changeRung, type Rung, type RungEvent, stillRung } from './rung.ts';

export type RebuildReason =
  | PayloadOf<SignalNotices, 'groupCall.rebuildNeeded'>['reason']
  | 'session-lost'
  | 'media-lost'
  /** A 1-to-1 call continues in its first room. */
  | 'moved';
export type EndReason = PayloadOf<SignalNotices, 'groupCall.ended'>['reason'];

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
      /** Only the session is lost: media flows on, and may be resumed. */
      readonly held: boolean;
      readonly room: RoomView;
    }
  | { readonly name: 'left' }
  | { readonly name: 'ended'; readonly reason: EndReason; readonly groupName: string }
  /** Could not be joined. */
  | { readonly name: 'failed'; readonly code: FailureCode };

/**
 * `unsupported`: this browser has no WebRTC that the media node could speak with. `in-other-tab`: another tab of it is in a
 * call.
 */
export type FailureCode = ErrorCode | 'unsupported' | 'in-other-tab';

type Notice<Name extends keyof SignalNotices> = { readonly type: Name } & PayloadOf<SignalNotices, Name>;

export type GroupCallEvent =
  /** With `room`: the other side of a 1-to-1 call that moves, until its media comes from the room. */
  | { readonly type: 'join'; readonly room?: RoomView }
  | { readonly type: 'joinAnswered'; readonly attempt: number; readonly reply: JoinReply }
  | { readonly type: 'joinFailed'; readonly attempt: number; readonly code: ErrorCode | 'in-other-tab' }
  /** Asked before joining, the server has said that one may not. */
  | { readonly type: 'refused'; readonly code: ErrorCode }
  | { readonly type: 'leave' }
  | { readonly type: 'unsupported' }
  /** The signalling connection is over, for this reason. */
  | { readonly type: 'signalClosed'; readonly code: ErrorCode }
  /** Media flows, in whichever direction first. */
  | { readonly type: 'mediaUp' }
  /** A member that has not come back from a rebuild by now has left. */
  | { readonly type: 'settled'; readonly attempt: number }
  /** The session was lost, or media cannot be restored: rejoin. */
  | { readonly type: 'rebuild'; readonly reason: RebuildReason }
  /** What a member sends over the other connection has changed; null: that connection is closed. */
  | { readonly type: 'bridge'; readonly tile: string; readonly sends: readonly ProducerInfo[] | null }
  | RoomEvent
  | RungEvent
  | Notice<'groupCall.rebuildNeeded'>
  | Notice<'groupCall.ended'>;

export type GroupCallEffect =
  /** After `rejoinDelayMs`. */
  | ({ readonly type: 'join' } & JoinAttempt)
  /** Stops restoring media whose room is gone; its last pictures stay until `openMedia` or `closeMedia`. */
  | { readonly type: 'retireMedia' }
  /** Says `settled` after a while. */
  | { readonly type: 'settleLater'; readonly attempt: number }
  | { readonly type: 'openMedia'; readonly attempt: number; readonly reply: JoinReply }
  /** Only the session is lost: media flows, but nothing can be asked for before the next join. */
  | { readonly type: 'holdMedia' }
  /** The next session has the media of the last one (SPEC.md, G18). */
  | { readonly type: 'resumeMedia'; readonly attempt: number; readonly resumed: Resumed }
  | { readonly type: 'closeMedia' }
  /** Does again, in a new room, what one had done in the last one and the room does not know (SPEC.md, G12). */
  | { readonly type: 'restore'; readonly hand: boolean; readonly lock: boolean; readonly recording: boolean }
  /** Dispatches `ringTimedOut` once the server should have told the outcome. */
  | { readonly type: 'timeOutRing'; readonly rung: Rung }
  /** Tells the server. */
  | { readonly type: 'leave' }
  | { readonly type: 'stopLocalMedia' };

/** Null: the state does not know the event. It is logged and has no effect. */
export type Transition = readonly [GroupCallState, readonly GroupCallEffect[]] | null;

export const idle: GroupCallState = { name: 'idle' };

/** Joins that fail for these reasons are tried again while a room is rebuilt: the cause passes. */
const passing: ReadonlySet<FailureCode> = new Set([...PASSING, 'media-node-unavailable', 'conflict']);
/** After this many rebuilds in a row the call has failed. */
const MAX_FAILURES = 8;
/** After about ten seconds without success the user sees why joining failed. */
const MAX_FIRST_JOINS = 6;
/** Up to 4 s between two of them (rejoin-policy.ts). */
const MAX_FIRST_DELAY_FAILURES = 4;

/** One group call of one session, as the client sees it. Pure: `session.ts` performs the effects. */
export function transition(state: GroupCallState, event: GroupCallEvent): Transition {
  switch (event.type) {
    case 'join':
      return onJoin(state, event.room ?? null);
    case 'joinAnswered':
      return onJoinAnswered(state, event);
    case 'joinFailed':
      return onJoinFailed(state, event);
    case 'refused':
      // What passes may have passed by the time that someone joins.
      return state.name === 'idle' && !passing.has(event.code) ? failed(event.code) : null;
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
    case 'bridge': {
      if (state.name !== 'joined' && state.name !== 'rebuilding') return null;
      const room = changeBridge(state.room, event.tile, event.sends);
      return room ? [{ ...state, room }, []] : null;
    }
    case 'rang':
    case 'ringForgotten':
    case 'ringTimedOut':
    case 'groupCall.ringUnanswered': {
      if (state.name !== 'joined' && state.name !== 'rebuilding') return null;
      const room = changeRung(state.room, event);
      if (!room) return null;
      const rung = event.type === 'rang' ? room.rung.at(-1) : undefined;
      return [{ ...state, room }, rung ? [{ type: 'timeOutRing', rung }] : []];
    }
    default: {
      if (state.name !== 'joined') return null;
      const changed = changeRoom(state.room, event, state.memberId);
      if (!changed) return null;
      const room = event.type === 'groupCall.memberJoined' ? stillRung(changed) : changed;
      const comesBack = event.type === 'groupCall.memberLeft' && event.reason === 'replaced';
      return [{ ...state, room }, comesBack ? [{ type: 'settleLater', attempt: state.attempt }] : []];
    }
  }
}

function onJoin(state: GroupCallState, room: RoomView | null): Transition {
  if (state.name === 'joining' || state.name === 'joined' || state.name === 'rebuilding') return null;
  if (room)
    return [
      { name: 'rebuilding', attempt: 1, reason: 'moved', failures: 0, held: false, room },
      [{ type: 'join', attempt: 1, failures: 0, members: 0, resume: false }],
    ];
  return [
    { name: 'joining', attempt: 1 },
    [{ type: 'join', attempt: 1, failures: 0, members: 0, resume: false }],
  ];
}

function onJoinAnswered(
  state: GroupCallState,
  { attempt, reply }: Extract<GroupCallEvent, { type: 'joinAnswered' }>,
): Transition {
  // A join that was given up: by leaving, whose own request follows on the same lane, or by a newer join, which replaces it.
  if ((state.name !== 'joining' && state.name !== 'rebuilding') || state.attempt !== attempt) return null;
  const { roomId, memberId, resumed } = reply;
  if (resumed && state.name === 'rebuilding') {
    const room = stillRung(resumeRoom(state.room, reply, resumed));
    return [
      { name: 'joined', attempt, roomId, memberId, room, failures: 0 },
      [{ type: 'resumeMedia', attempt, resumed }],
    ];
  }
  const rebuilding = state.name === 'rebuilding';
  const before = rebuilding ? state.room : null;
  const isPlanned = rebuilding && state.reason === 'node-draining';
  const room = stillRung(enterRoom(before, reply, isPlanned ? 'maintenance' : 'node-lost'));
  const effects: GroupCallEffect[] = [{ type: 'openMedia', attempt, reply }];
  // Those of a room before time out already.
  if (!before) effects.push(...room.rung.map((rung) => ({ type: 'timeOutRing', rung }) as const));
  if (room.members.some((member) => member.before !== null)) effects.push({ type: 'settleLater', attempt });
  if (before) {
    const lock = before.owner && before.locked && !room.locked;
    const restored = { hand: before.handRaisedAt !== null, lock, recording: before.recording };
    if (Object.values(restored).includes(true)) effects.push({ type: 'restore', ...restored });
  }
  const failures = rebuilding ? state.failures : 0;
  return [{ name: 'joined', attempt, roomId, memberId, room, failures }, effects];
}

function onJoinFailed(
  state: GroupCallState,
  { attempt, code }: Extract<GroupCallEvent, { type: 'joinFailed' }>,
): Transition {
  if ((state.name !== 'joining' && state.name !== 'rebuilding') || state.attempt !== attempt) return null;
  // A call that cannot move continues where it is, and its people should know soon.
  if (state.name === 'rebuilding' && state.reason !== 'moved' && passing.has(code))
    return rejoin(state, state.reason, state.failures + 1);
  if (state.name === 'joining' && passing.has(code) && state.attempt < MAX_FIRST_JOINS) {
    const next = attempt + 1;
    const failures = Math.min(next, MAX_FIRST_DELAY_FAILURES);
    return [
      { name: 'joining', attempt: next },
      [{ type: 'join', attempt: next, failures, members: 0, resume: false }],
    ];
  }
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
      return [
        { name: 'joining', attempt },
        [{ type: 'join', attempt, failures: 1, members: 1, resume: false }],
      ];
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
  const held = reason === 'session-lost' && (state.name === 'joined' || state.held);
  const members = state.room.members.length + 1;
  return [
    { name: 'rebuilding', attempt, reason, failures, held, room: state.room },
    [
      { type: held ? 'holdMedia' : 'retireMedia' },
      { type: 'join', attempt, failures, members, resume: held },
    ],
  ];
}

const failed = (code: FailureCode): Transition => [
  { name: 'failed', code },
  [{ type: 'closeMedia' }, { type: 'stopLocalMedia' }],
];

function onSettled(state: GroupCallState, attempt: number): Transition {
  if (state.name !== 'joined' || state.attempt !== attempt) return null;
  const members = state.room.members
    .filter((member) => member.memberId !== null || member.bridged)
    .map((member) => ({ ...member, before: null }));
  return [{ ...state, room: { ...state.room, members } }, []];
}
