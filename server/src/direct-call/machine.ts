import type { CallId } from '#protocol/ids.ts';
import type { CallEndReason, MoveReason, PeerMessage } from '#protocol/signal/direct-call.ts';
import type { SessionEnd } from '#server/session.ts';

export type Side = 'caller' | 'callee';
/** Names a participant within a call: one of its two sides, or someone invited after it had moved (SPEC.md, D12). */
export type ParticipantId = Side | `invited${bigint}`;

/** Whom an invitation leads to. Derived from its id, so that no two of a call are the same after a failover. */
export const invitedId = (invitation: CallId): ParticipantId =>
  `invited${BigInt(`0x${invitation.replaceAll('-', '')}`)}`;

/** A 1-to-1 call as the server that owns it sees it (SPEC.md, D2–D5, D8, D9, D12). Times are milliseconds since 1970. */
export type CallState =
  | { readonly tag: 'ringing'; readonly invitedAt: number }
  | { readonly tag: 'active'; readonly acceptedAt: number }
  | {
      readonly tag: 'moved';
      readonly acceptedAt: number;
      /** Who is in it now. */
      readonly present: readonly ParticipantId[];
      /** Rings of those who are to come. */
      readonly invitations: readonly CallId[];
    }
  | {
      readonly tag: 'ended';
      readonly reason: CallEndReason;
      /** It was accepted. */
      readonly answered: boolean;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly durationS: number;
    };
export type EndedState = Extract<CallState, { tag: 'ended' }>;
type MovedState = Extract<CallState, { tag: 'moved' }>;

export type CallEvent =
  | { readonly type: 'accepted'; readonly at: number }
  | { readonly type: 'declined'; readonly at: number }
  | {
      readonly type: 'hung-up';
      readonly participantId: ParticipantId;
      readonly reason: Extract<
        CallEndReason,
        'hung-up' | 'microphone-missing' | 'connection-lost' | 'failed'
      >;
      readonly at: number;
    }
  | { readonly type: 'ring-timed-out'; readonly at: number }
  /** The callee cannot be rung. */
  | { readonly type: 'unreachable'; readonly reason: 'busy' | 'offline'; readonly at: number }
  | {
      readonly type: 'session-ended';
      readonly participantId: ParticipantId;
      readonly end: SessionEnd;
      readonly at: number;
    }
  | {
      readonly type: 'session-away';
      readonly participantId: ParticipantId;
      readonly away: boolean;
      /** They are back in another session. */
      readonly newSession?: boolean | undefined;
    }
  | {
      readonly type: 'signalled';
      readonly from: ParticipantId;
      readonly message: PeerMessage;
      readonly leg?: number | undefined;
    }
  /** Someone wants the call to continue in a room. */
  | { readonly type: 'moved'; readonly reason: MoveReason }
  | { readonly type: 'invited'; readonly invitation: CallId }
  | { readonly type: 'invitation-over'; readonly invitation: CallId; readonly at: number }
  | { readonly type: 'admitted'; readonly participantId: ParticipantId }
  /** Someone who manages them ends the call, or puts that one out of it. */
  | { readonly type: 'ended-by-manager'; readonly participantId: ParticipantId | null; readonly at: number }
  /** The pair or the service that lets that one take part is gone. */
  | { readonly type: 'revoked'; readonly participantId: ParticipantId; readonly at: number };

export type CallEffect =
  /** The caller learns that the call is active, once that is written down. */
  | { readonly type: 'announce-answered' }
  | { readonly type: 'announce-moved'; readonly reason: MoveReason }
  /** These have left, or the call is over: they are told, and it stands in their history. */
  | {
      readonly type: 'release';
      readonly participantIds: readonly ParticipantId[];
      readonly ended: EndedState;
      /** The call itself has ended; true in one effect of a call. */
      readonly over: boolean;
    }
  | {
      readonly type: 'pass-message';
      readonly to: Side;
      readonly message: PeerMessage;
      readonly leg?: number | undefined;
    }
  | {
      readonly type: 'notify-away';
      readonly to: Side;
      readonly away: boolean;
      readonly newSession?: boolean | undefined;
    };

type Step = readonly [CallState, readonly CallEffect[]];

/** Null: the state does not know the event, which then has no effect. */
export function step(state: CallState, event: CallEvent): Step | null {
  switch (state.tag) {
    case 'ringing':
      return stepRinging(state, event);
    case 'active':
      return stepActive(state, event);
    case 'moved':
      return stepMoved(state, event);
    case 'ended':
      return null;
  }
}

const SIDES = ['caller', 'callee'] as const satisfies readonly Side[];

function stepRinging(state: Extract<CallState, { tag: 'ringing' }>, event: CallEvent): Step | null {
  const over = (reason: CallEndReason, at: number) =>
    end({ answered: false, startedAt: state.invitedAt, reason, at }, SIDES);
  switch (event.type) {
    case 'accepted':
      return [{ tag: 'active', acceptedAt: event.at }, [{ type: 'announce-answered' }]];
    case 'declined':
      return over('declined', event.at);
    case 'hung-up':
      // A callee that hangs up what it has not answered declines it.
      return over(event.participantId === 'caller' ? 'cancelled' : 'declined', event.at);
    case 'ring-timed-out':
      return over('no-answer', event.at);
    case 'unreachable':
      return over(event.reason, event.at);
    case 'session-ended':
      // Of the callee's sessions others may ring, and new ones open until the time is over.
      if (event.participantId !== 'caller') return null;
      return over(event.end === 'revoked' ? 'signed-out' : 'cancelled', event.at);
    case 'revoked':
      return over('revoked', event.at);
    default:
      return null;
  }
}

const endOfSession: Record<SessionEnd, CallEndReason> = {
  closed: 'hung-up',
  lost: 'connection-lost',
  'server-closed': 'connection-lost',
  revoked: 'signed-out',
};

function stepActive(state: Extract<CallState, { tag: 'active' }>, event: CallEvent): Step | null {
  const over = (reason: CallEndReason, at: number) =>
    end({ answered: true, startedAt: state.acceptedAt, reason, at }, SIDES);
  switch (event.type) {
    case 'hung-up':
      return over(event.reason, event.at);
    case 'session-ended':
      return over(endOfSession[event.end], event.at);
    case 'revoked':
    case 'ended-by-manager':
      return over(event.type, event.at);
    case 'session-away':
    case 'signalled':
      return pass(state, event, SIDES);
    case 'moved':
      return [
        { tag: 'moved', acceptedAt: state.acceptedAt, present: SIDES, invitations: [] },
        [{ type: 'announce-moved', reason: event.reason }],
      ];
    default:
      return null;
  }
}

function stepMoved(state: MovedState, event: CallEvent): Step | null {
  switch (event.type) {
    case 'hung-up':
      return leave(state, event.participantId, event.reason, event.at);
    case 'session-ended':
      return leave(state, event.participantId, endOfSession[event.end], event.at);
    case 'revoked': {
      const { participantId, at } = event;
      // The call is one of its two sides; anyone who was invited into it leaves alone.
      if (participantId !== 'caller' && participantId !== 'callee')
        return leave(state, participantId, 'revoked', at);
      return end({ answered: true, startedAt: state.acceptedAt, reason: 'revoked', at }, state.present);
    }
    case 'ended-by-manager': {
      const { type: reason, participantId, at } = event;
      if (participantId !== null) return leave(state, participantId, reason, at);
      return end({ answered: true, startedAt: state.acceptedAt, reason, at }, state.present);
    }
    case 'session-away':
    case 'signalled':
      return pass(state, event, state.present);
    case 'invited':
      return [{ ...state, invitations: [...state.invitations, event.invitation] }, []];
    case 'invitation-over': {
      if (!state.invitations.includes(event.invitation)) return null;
      const invitations = state.invitations.filter((id) => id !== event.invitation);
      return endAlone({ ...state, invitations }, [], 'hung-up', event.at);
    }
    case 'admitted':
      return [{ ...state, present: [...state.present, event.participantId] }, []];
    default:
      return null;
  }
}

/** Only that one leaves; anyone who is then alone, with no one on the way, has no one to talk to any more. */
function leave(
  state: MovedState,
  participantId: ParticipantId,
  reason: CallEndReason,
  at: number,
): Step | null {
  if (!state.present.includes(participantId)) return null;
  const left: CallEffect = {
    type: 'release',
    participantIds: [participantId],
    ended: endedState({ answered: true, startedAt: state.acceptedAt, reason, at }),
    over: false,
  };
  const present = state.present.filter((one) => one !== participantId);
  return endAlone({ ...state, present }, [left], reason, at);
}

function endAlone(
  state: MovedState,
  effects: readonly CallEffect[],
  reason: CallEndReason,
  at: number,
): Step {
  const waits = state.present.length > 0 && state.invitations.length > 0;
  if (state.present.length > 1 || waits) return [state, effects];
  const [ended, more] = end({ answered: true, startedAt: state.acceptedAt, reason, at }, state.present);
  return [ended, [...effects, ...more]];
}

/** What one side's server or browser has to say reaches the other, if that is there. */
function pass(
  state: CallState,
  event: Extract<CallEvent, { type: 'session-away' | 'signalled' }>,
  present: readonly ParticipantId[],
): Step | null {
  const from = event.type === 'signalled' ? event.from : event.participantId;
  if (from !== 'caller' && from !== 'callee') return null;
  const to = from === 'caller' ? 'callee' : 'caller';
  if (!present.includes(to)) return null;
  return [
    state,
    event.type === 'signalled'
      ? [{ type: 'pass-message', to, message: event.message, leg: event.leg }]
      : [{ type: 'notify-away', to, away: event.away, newSession: event.newSession }],
  ];
}

interface End {
  readonly answered: boolean;
  readonly startedAt: number;
  readonly reason: CallEndReason;
  readonly at: number;
}

function end(how: End, participantIds: readonly ParticipantId[]): Step {
  const ended = endedState(how);
  return [ended, [{ type: 'release', participantIds, ended, over: true }]];
}

function endedState({ answered, startedAt, reason, at }: End): EndedState {
  // Clocks are set back at times; a call has no negative length.
  const endedAt = Math.max(at, startedAt);
  const durationS = answered ? Math.round((endedAt - startedAt) / 1000) : 0;
  return { tag: 'ended', reason, answered, startedAt, endedAt, durationS };
}
