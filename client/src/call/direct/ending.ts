import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import {
  activeCall,
  type CallEnd,
  type DirectCallEffect,
  type DirectCallState,
  type EventOf,
  type HangUpReason,
  idle,
  type Transition,
} from './call-state.ts';

export function onHangUp(state: DirectCallState, { reason, at }: EventOf<'hangUp'>): Transition {
  switch (state.name) {
    case 'calling': {
      const effects: DirectCallEffect[] = [{ type: 'stopMedia' }];
      if (state.invited) effects.unshift({ type: 'hangUp', callId: state.invited.callId, reason });
      return [endOf(state, { kind: 'reason', reason: 'cancelled' }), effects];
    }
    case 'ringing':
      if (!state.accepting) return null;
      return [
        endOf(state, endedHere(reason)),
        [{ type: 'hangUp', callId: state.ring.callId, reason }, { type: 'stopMedia' }],
      ];
    case 'connecting':
    case 'connected':
    case 'moved':
      return hungUp(state, reason, at);
    default:
      return null;
  }
}

/** `at` 0: now is not known, and the server's notice will bring the duration. */
export function hungUp(
  state: Extract<DirectCallState, { name: 'connecting' | 'connected' | 'moved' }>,
  reason: HangUpReason,
  at: number,
): Transition {
  return [
    endOf(state, endedHere(reason), durationOf(state, at)),
    [{ type: 'hangUp', callId: state.call.callId, reason }, ...closing],
  ];
}

/** `at` is not known. While the other side is away it is that side whose connection is lost. */
export function linkGivenUp(
  state: Extract<DirectCallState, { name: 'connecting' | 'connected' }>,
  reason: HangUpReason,
): Transition {
  const next = hungUp(state, reason, 0);
  return state.call.peerAway && next ? [endOf(state, { kind: 'peer-lost' }), next[1]] : next;
}

const endedHere = (reason: HangUpReason): CallEnd =>
  reason === 'hung-up' ? { kind: 'hung-up', by: 'here' } : { kind: 'reason', reason };

/** What the server says of an accepted call. */
function endedThere(
  state: Extract<DirectCallState, { name: 'connecting' | 'connected' | 'moved' }>,
  reason: CallEndReason,
): CallEnd {
  // This side is connected: the side that was away is the one that is lost.
  if (state.call.peerAway && reason === 'connection-lost') return { kind: 'peer-lost' };
  // In a room the last other person may be a third one.
  if (state.name !== 'moved' && reason === 'hung-up') return { kind: 'hung-up', by: 'peer' };
  return { kind: 'reason', reason };
}

export function onEnded(state: DirectCallState, event: EventOf<'ended'>): Transition {
  const { callId, reason, durationS } = event;
  const end: CallEnd = { kind: 'reason', reason };
  switch (state.name) {
    case 'calling':
      if (state.crossing?.callId === callId) return [{ ...state, crossing: null }, []];
      if (state.invited?.callId !== callId) return null;
      if (state.crossing)
        return [{ name: 'ringing', ring: state.crossing, accepting: false }, [{ type: 'stopMedia' }]];
      return [endOf(state, end), [{ type: 'stopMedia' }]];
    case 'ringing':
      if (state.ring.callId !== callId) return null;
      return state.accepting
        ? [endOf(state, end), [{ type: 'stopMedia' }]]
        : [{ name: 'idle', missed: { peer: state.ring.peer, reason } }, []];
    case 'connecting':
    case 'connected':
    case 'moved':
      if (state.call.callId !== callId) return null;
      return [endOf(state, endedThere(state, reason), durationS), closing];
    case 'ended':
      if (state.callId !== callId) return null;
      // The server's word on a call that ended here first: it knows the duration, and why an accept came too late.
      return [{ ...state, durationS, end: state.end.kind === 'error' ? end : state.end }, []];
    case 'idle':
      return null;
  }
}

const ownLoss = (stoodStill: boolean): CallEnd =>
  stoodStill ? { kind: 'slept' } : { kind: 'reason', reason: 'connection-lost' };

export function onSessionReplaced(state: DirectCallState, stoodStill: boolean): Transition {
  switch (state.name) {
    case 'calling':
      // It may have been answered at the last moment.
      if (!state.invited) return lost(state, ownLoss(stoodStill), 0);
      return [
        state,
        [{ type: 'takeUp', callId: state.invited.callId, stoodStill, leg: null, newLink: true }],
      ];
    case 'ringing':
      // What was accepted is accepted again, in the new session.
      return state.accepting ? [state, []] : lost(state, ownLoss(stoodStill), 0);
    case 'connecting':
    case 'connected':
    case 'moved': {
      // Media that flows goes on from one browser to the other; what was said about one that does not yet may be lost.
      const newLink =
        state.name === 'connecting' || (state.name === 'connected' && state.link === 'restoring');
      const { callId, leg } = state.call;
      return [state, [{ type: 'takeUp', callId, stoodStill, leg, newLink }]];
    }
    default:
      return null;
  }
}

export function onTakeUpFailed(
  state: DirectCallState,
  { callId, stoodStill, at }: EventOf<'takeUpFailed'>,
): Transition {
  const isCurrent =
    activeCall(state)?.callId === callId || (state.name === 'calling' && state.invited?.callId === callId);
  const next = isCurrent ? lost(state, ownLoss(stoodStill), at) : null;
  // The other side may still be in it, and must not wait for this one.
  return next && [next[0], [{ type: 'hangUp', callId, reason: 'connection-lost' }, ...next[1]]];
}

export function onSignalClosed(
  state: DirectCallState,
  { signedOut, at }: EventOf<'signalClosed'>,
): Transition {
  return lost(state, signedOut ? { kind: 'signed-out' } : ownLoss(false), at);
}

/** The server no longer knows the call. */
function lost(state: DirectCallState, end: CallEnd, at: number): Transition {
  switch (state.name) {
    case 'idle':
    case 'ended':
      return null;
    case 'ringing':
      // Should it still ring, the server rings the new session as well (D2).
      return state.accepting ? [endOf(state, end), [{ type: 'stopMedia' }]] : [idle, []];
    case 'calling':
      return [endOf(state, end), [{ type: 'stopMedia' }]];
    case 'connecting':
    case 'connected':
    case 'moved':
      return [endOf(state, end, durationOf(state, at)), closing];
  }
}

const closing: readonly DirectCallEffect[] = [
  { type: 'closeLink' },
  { type: 'leaveRoom' },
  { type: 'stopMedia' },
];

const durationOf = (state: DirectCallState, at: number): number =>
  state.name === 'connected' || state.name === 'moved'
    ? Math.max(0, Math.round((at - state.connectedAt) / 1000))
    : 0;

export function endOf(
  state: Exclude<DirectCallState, { name: 'idle' | 'ended' }>,
  end: CallEnd,
  durationS = 0,
): DirectCallState {
  const { callId, pairId, peer } = partiesOf(state);
  return { name: 'ended', callId, pairId, peer, end, durationS };
}

function partiesOf(state: Exclude<DirectCallState, { name: 'idle' | 'ended' }>) {
  if (state.name === 'ringing') return state.ring;
  if (state.name !== 'calling') return state.call;
  return { callId: null, peer: null, ...state.invited, pairId: state.pairId };
}
