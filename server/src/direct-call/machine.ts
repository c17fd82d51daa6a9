import type { SessionId } from '#protocol/ids.ts';
import type { CallEndReason, PeerMessage } from '#protocol/signal/direct-call.ts';
import type { SessionEnd } from '#server/session.ts';

export type Side = 'caller' | 'callee';

/** A 1-to-1 call as the server of its caller sees it (SPEC.md, D2–D5, D8, D9). Times are milliseconds since 1970. */
export type CallState =
  | { readonly tag: 'ringing'; readonly invitedAt: number }
  | {
      readonly tag: 'active';
      readonly invitedAt: number;
      readonly acceptedAt: number;
      readonly answeredBy: SessionId;
    }
  | {
      readonly tag: 'ended';
      readonly reason: CallEndReason;
      /** Null: never accepted. */
      readonly answeredBy: SessionId | null;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly durationS: number;
    };
export type EndedState = Extract<CallState, { tag: 'ended' }>;

export type CallEvent =
  | { readonly type: 'accepted'; readonly by: SessionId; readonly at: number }
  | { readonly type: 'declined'; readonly at: number }
  | {
      readonly type: 'hung-up';
      readonly side: Side;
      readonly reason: Extract<
        CallEndReason,
        'hung-up' | 'microphone-missing' | 'connection-lost' | 'failed'
      >;
      readonly at: number;
    }
  | { readonly type: 'ring-timed-out'; readonly at: number }
  /** The callee cannot be rung. */
  | { readonly type: 'unreachable'; readonly reason: 'busy' | 'offline'; readonly at: number }
  | { readonly type: 'session-ended'; readonly side: Side; readonly end: SessionEnd; readonly at: number }
  | { readonly type: 'session-away'; readonly side: Side; readonly away: boolean }
  | { readonly type: 'signalled'; readonly from: Side; readonly message: PeerMessage }
  /** The pair or the service is gone. */
  | { readonly type: 'revoked'; readonly at: number };

export type CallEffect =
  /** Both sides learn that the call is active, the callee's other sessions that it was answered elsewhere. */
  | { readonly type: 'announce-answered'; readonly by: SessionId }
  | { readonly type: 'announce-ended'; readonly ended: EndedState }
  | { readonly type: 'pass-message'; readonly to: Side; readonly message: PeerMessage }
  | { readonly type: 'tell-away'; readonly to: Side; readonly away: boolean }
  | { readonly type: 'record'; readonly ended: EndedState };

type Step = readonly [CallState, readonly CallEffect[]];

/** Null: the state does not know the event, which then has no effect. */
export function step(state: CallState, event: CallEvent): Step | null {
  switch (state.tag) {
    case 'ringing':
      return stepRinging(state, event);
    case 'active':
      return stepActive(state, event);
    case 'ended':
      return null;
  }
}

function stepRinging(state: Extract<CallState, { tag: 'ringing' }>, event: CallEvent): Step | null {
  const over = (reason: CallEndReason, at: number) => end(state, reason, at);
  switch (event.type) {
    case 'accepted':
      return [
        { tag: 'active', invitedAt: state.invitedAt, acceptedAt: event.at, answeredBy: event.by },
        [{ type: 'announce-answered', by: event.by }],
      ];
    case 'declined':
      return over('declined', event.at);
    case 'hung-up':
      // A callee that hangs up what it has not answered declines it.
      return over(event.side === 'caller' ? 'cancelled' : 'declined', event.at);
    case 'ring-timed-out':
      return over('no-answer', event.at);
    case 'unreachable':
      return over(event.reason, event.at);
    case 'session-ended':
      // Of the callee's sessions others may ring, and new ones open until the time is over.
      if (event.side === 'callee') return null;
      return over(event.end === 'revoked' ? 'revoked' : 'cancelled', event.at);
    case 'revoked':
      return over('revoked', event.at);
    case 'session-away':
    case 'signalled':
      return null;
  }
}

const endOfSession: Record<SessionEnd, CallEndReason> = {
  closed: 'hung-up',
  lost: 'connection-lost',
  revoked: 'revoked',
};

function stepActive(state: Extract<CallState, { tag: 'active' }>, event: CallEvent): Step | null {
  switch (event.type) {
    case 'hung-up':
      return end(state, event.reason, event.at);
    case 'session-ended':
      return end(state, endOfSession[event.end], event.at);
    case 'revoked':
      return end(state, 'revoked', event.at);
    case 'session-away':
      return [state, [{ type: 'tell-away', to: otherSide(event.side), away: event.away }]];
    case 'signalled':
      return [state, [{ type: 'pass-message', to: otherSide(event.from), message: event.message }]];
    case 'accepted':
    case 'declined':
    case 'ring-timed-out':
    case 'unreachable':
      return null;
  }
}

const otherSide = (side: Side): Side => (side === 'caller' ? 'callee' : 'caller');

function end(state: Exclude<CallState, EndedState>, reason: CallEndReason, at: number): Step {
  const startedAt = state.tag === 'active' ? state.acceptedAt : state.invitedAt;
  // Clocks are set back at times; a call has no negative length.
  const endedAt = Math.max(at, startedAt);
  const ended: EndedState = {
    tag: 'ended',
    reason,
    answeredBy: state.tag === 'active' ? state.answeredBy : null,
    startedAt,
    endedAt,
    durationS: state.tag === 'active' ? Math.round((endedAt - startedAt) / 1000) : 0,
  };
  return [
    ended,
    [
      { type: 'announce-ended', ended },
      { type: 'record', ended },
    ],
  ];
}
