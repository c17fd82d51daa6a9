import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId, PairId } from '#protocol/ids.ts';
import type { IceConfiguration, Party } from '#protocol/party.ts';
import type { CallEndReason, PeerMessage } from '#protocol/signal/direct-call.ts';

export type Role = 'polite' | 'impolite';
export type PeerMedia = Omit<Extract<PeerMessage, { kind: 'state' }>, 'kind'>;
export type HangUpReason = 'hung-up' | 'microphone-missing' | 'connection-lost' | 'failed';

/** Somebody calls. Times, here and below, are of the clock that the events carry. */
export interface Ring {
  readonly callId: CallId;
  readonly pairId: PairId;
  readonly peer: Party;
  readonly ringsUntil: number;
}

/** A call that was accepted. */
export interface ActiveCall {
  readonly callId: CallId;
  readonly pairId: PairId;
  readonly peer: Party;
  readonly outgoing: boolean;
  /** What the other side says it sends; until it has said so, everything. */
  readonly peerMedia: PeerMedia;
  /** The other side's socket is lost; media may go on. */
  readonly peerAway: boolean;
}

export type CallEnd =
  | { readonly kind: 'reason'; readonly reason: CallEndReason }
  /** The server refused. */
  | { readonly kind: 'error'; readonly code: ErrorCode };

export type DirectCallState =
  | {
      readonly name: 'idle';
      /** The call that rang here last and was not taken here; null once it was shown. */
      readonly missed: { readonly peer: Party; readonly reason: CallEndReason } | null;
    }
  | {
      readonly name: 'calling';
      /** Tells this invitation's answer from that of one given up before. */
      readonly attempt: number;
      readonly pairId: PairId;
      /** Null until the server has answered. */
      readonly invited: Omit<Ring, 'pairId'> | null;
      /** The other side calls at the same moment; rings on if this call ends `busy` (SPEC.md, D5). */
      readonly crossing: Ring | null;
    }
  | { readonly name: 'ringing'; readonly ring: Ring; readonly accepting: boolean }
  | { readonly name: 'connecting'; readonly call: ActiveCall }
  | {
      readonly name: 'connected';
      readonly call: ActiveCall;
      readonly connectedAt: number;
      /** `restoring`: media is interrupted and ICE restarts. */
      readonly link: 'up' | 'restoring';
    }
  | {
      readonly name: 'ended';
      readonly callId: CallId | null;
      readonly pairId: PairId;
      readonly peer: Party | null;
      readonly end: CallEnd;
      readonly durationS: number;
    };

export type DirectCallEvent =
  | { readonly type: 'call'; readonly pairId: PairId; readonly attempt: number }
  | {
      readonly type: 'invited';
      readonly attempt: number;
      readonly callId: CallId;
      readonly peer: Party;
      readonly ringsUntil: number;
    }
  | { readonly type: 'inviteFailed'; readonly attempt: number; readonly code: ErrorCode }
  | { readonly type: 'rang'; readonly ring: Ring }
  | { readonly type: 'accept' }
  | {
      readonly type: 'acceptAnswered';
      readonly callId: CallId;
      readonly peer: Party;
      readonly role: Role;
      readonly ice: IceConfiguration;
    }
  | { readonly type: 'acceptFailed'; readonly callId: CallId; readonly code: ErrorCode }
  | { readonly type: 'decline' }
  | {
      readonly type: 'accepted';
      readonly callId: CallId;
      readonly role: Role;
      readonly ice: IceConfiguration;
    }
  | { readonly type: 'signalled'; readonly callId: CallId; readonly message: PeerMessage }
  | { readonly type: 'peerAway'; readonly callId: CallId; readonly away: boolean }
  | { readonly type: 'linkUp'; readonly callId: CallId; readonly at: number }
  | { readonly type: 'linkLost'; readonly callId: CallId }
  | { readonly type: 'linkFailed'; readonly callId: CallId }
  | { readonly type: 'hangUp'; readonly reason: HangUpReason; readonly at: number }
  | {
      readonly type: 'ended';
      readonly callId: CallId;
      readonly reason: CallEndReason;
      readonly durationS: number;
    }
  /** The server has forgotten the session, and with it its calls. */
  | { readonly type: 'sessionReplaced'; readonly at: number }
  /** The end was read, or the missed call. */
  | { readonly type: 'dismiss' };

export type DirectCallEffect =
  | { readonly type: 'invite'; readonly attempt: number; readonly pairId: PairId }
  | { readonly type: 'accept'; readonly callId: CallId }
  | { readonly type: 'decline'; readonly callId: CallId }
  | { readonly type: 'hangUp'; readonly callId: CallId; readonly reason: HangUpReason }
  | {
      readonly type: 'openLink';
      readonly callId: CallId;
      readonly role: Role;
      readonly ice: IceConfiguration;
    }
  /** Reports what the link carried, then closes it. */
  | { readonly type: 'closeLink' }
  | { readonly type: 'deliver'; readonly message: PeerMessage }
  | { readonly type: 'startMedia' }
  | { readonly type: 'stopMedia' };

/** Null: the state does not know the event. It is logged and has no effect. */
export type Transition = readonly [DirectCallState, readonly DirectCallEffect[]] | null;

export const idle: DirectCallState = { name: 'idle', missed: null };

/** The 1-to-1 call of one session, as the client sees it. Pure: `session.ts` performs the effects. */
export function transition(state: DirectCallState, event: DirectCallEvent): Transition {
  switch (event.type) {
    case 'call':
      return onCall(state, event);
    case 'invited':
      return onInvited(state, event);
    case 'inviteFailed':
      return onInviteFailed(state, event);
    case 'rang':
      return onRang(state, event.ring);
    case 'accept':
      if (state.name !== 'ringing' || state.accepting) return null;
      return [
        { ...state, accepting: true },
        [{ type: 'startMedia' }, { type: 'accept', callId: state.ring.callId }],
      ];
    case 'acceptAnswered':
      return onAcceptAnswered(state, event);
    case 'acceptFailed':
      if (state.name !== 'ringing' || state.ring.callId !== event.callId) return null;
      return [endOf(state, { kind: 'error', code: event.code }), [{ type: 'stopMedia' }]];
    case 'decline':
      if (state.name !== 'ringing' || state.accepting) return null;
      return [idle, [{ type: 'decline', callId: state.ring.callId }]];
    case 'accepted':
      return onAccepted(state, event);
    case 'signalled':
      return onSignalled(state, event);
    case 'peerAway':
      return withCall(state, event.callId, (call) => ({ ...call, peerAway: event.away }));
    case 'linkUp':
      return onLinkUp(state, event);
    case 'linkLost':
      if (state.name !== 'connected' || state.call.callId !== event.callId) return null;
      return [{ ...state, link: 'restoring' }, []];
    case 'linkFailed':
      return onLinkFailed(state, event);
    case 'hangUp':
      return onHangUp(state, event);
    case 'ended':
      return onEnded(state, event);
    case 'sessionReplaced':
      return onSessionReplaced(state, event);
    case 'dismiss':
      return state.name === 'ended' || state.name === 'idle' ? [idle, []] : null;
  }
}

type EventOf<Type extends DirectCallEvent['type']> = Extract<DirectCallEvent, { type: Type }>;

function onCall(state: DirectCallState, { pairId, attempt }: EventOf<'call'>): Transition {
  if (state.name !== 'idle' && state.name !== 'ended') return null;
  return [
    { name: 'calling', attempt, pairId, invited: null, crossing: null },
    [{ type: 'startMedia' }, { type: 'invite', attempt, pairId }],
  ];
}

function onInvited(state: DirectCallState, event: EventOf<'invited'>): Transition {
  const { callId, peer, ringsUntil } = event;
  if (state.name !== 'calling' || state.attempt !== event.attempt) {
    // Hung up before the server had answered: only now there is a call to end.
    return [state, [{ type: 'hangUp', callId, reason: 'hung-up' }]];
  }
  const crossing = state.crossing?.callId === callId ? null : state.crossing;
  return [{ ...state, invited: { callId, peer, ringsUntil }, crossing }, []];
}

function onInviteFailed(state: DirectCallState, event: EventOf<'inviteFailed'>): Transition {
  if (state.name !== 'calling' || state.attempt !== event.attempt) return null;
  if (state.crossing)
    return [{ name: 'ringing', ring: state.crossing, accepting: false }, [{ type: 'stopMedia' }]];
  return [endOf(state, { kind: 'error', code: event.code }), [{ type: 'stopMedia' }]];
}

function onRang(state: DirectCallState, ring: Ring): Transition {
  switch (state.name) {
    case 'idle':
    case 'ended':
      return [{ name: 'ringing', ring, accepting: false }, []];
    case 'calling':
      // One's own call by its other name, which the answer to the invitation tells (D5).
      return state.invited?.callId === ring.callId ? null : [{ ...state, crossing: ring }, []];
    default:
      return null;
  }
}

const everything: PeerMedia = { microphone: true, camera: true, screen: false };
const newCall = (call: Pick<ActiveCall, 'callId' | 'pairId' | 'peer' | 'outgoing'>): DirectCallState => ({
  name: 'connecting',
  call: { ...call, peerMedia: everything, peerAway: false },
});

function onAcceptAnswered(state: DirectCallState, event: EventOf<'acceptAnswered'>): Transition {
  const { callId, peer, role, ice } = event;
  if (state.name !== 'ringing' || state.ring.callId !== callId) {
    // Given up while the server was accepting.
    return [state, [{ type: 'hangUp', callId, reason: 'hung-up' }]];
  }
  const { pairId } = state.ring;
  return [newCall({ callId, pairId, peer, outgoing: false }), [{ type: 'openLink', callId, role, ice }]];
}

function onAccepted(state: DirectCallState, { callId, role, ice }: EventOf<'accepted'>): Transition {
  if (state.name !== 'calling' || state.invited?.callId !== callId) return null;
  const { peer } = state.invited;
  return [
    newCall({ callId, pairId: state.pairId, peer, outgoing: true }),
    [{ type: 'openLink', callId, role, ice }],
  ];
}

function onSignalled(state: DirectCallState, { callId, message }: EventOf<'signalled'>): Transition {
  if (message.kind === 'state') {
    const { microphone, camera, screen } = message;
    return withCall(state, callId, (call) => ({ ...call, peerMedia: { microphone, camera, screen } }));
  }
  const call = activeCall(state);
  return call?.callId === callId ? [state, [{ type: 'deliver', message }]] : null;
}

function onLinkUp(state: DirectCallState, { callId, at }: EventOf<'linkUp'>): Transition {
  if (activeCall(state)?.callId !== callId) return null;
  if (state.name === 'connecting')
    return [{ name: 'connected', call: state.call, connectedAt: at, link: 'up' }, []];
  return state.name === 'connected' ? [{ ...state, link: 'up' }, []] : null;
}

function onLinkFailed(state: DirectCallState, { callId }: EventOf<'linkFailed'>): Transition {
  if (state.name === 'connecting' && state.call.callId === callId) return hungUp(state, 'failed', 0);
  if (state.name === 'connected' && state.call.callId === callId) return hungUp(state, 'connection-lost', 0);
  return null;
}

function onHangUp(state: DirectCallState, { reason, at }: EventOf<'hangUp'>): Transition {
  switch (state.name) {
    case 'calling': {
      const effects: DirectCallEffect[] = [{ type: 'stopMedia' }];
      if (state.invited) effects.unshift({ type: 'hangUp', callId: state.invited.callId, reason });
      return [endOf(state, { kind: 'reason', reason: 'cancelled' }), effects];
    }
    case 'ringing':
      if (!state.accepting) return null;
      return [
        endOf(state, { kind: 'reason', reason }),
        [{ type: 'hangUp', callId: state.ring.callId, reason }, { type: 'stopMedia' }],
      ];
    case 'connecting':
    case 'connected':
      return hungUp(state, reason, at);
    default:
      return null;
  }
}

/** `at` 0: now is not known, and the server's notice will bring the duration. */
function hungUp(
  state: Extract<DirectCallState, { name: 'connecting' | 'connected' }>,
  reason: HangUpReason,
  at: number,
): Transition {
  return [
    endOf(state, { kind: 'reason', reason }, durationOf(state, at)),
    [{ type: 'hangUp', callId: state.call.callId, reason }, { type: 'closeLink' }, { type: 'stopMedia' }],
  ];
}

function onEnded(state: DirectCallState, event: EventOf<'ended'>): Transition {
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
      if (state.call.callId !== callId) return null;
      return [endOf(state, end, durationS), [{ type: 'closeLink' }, { type: 'stopMedia' }]];
    case 'ended':
      if (state.callId !== callId) return null;
      // The server's word on a call that ended here first: it knows the duration, and why an accept came too late.
      return [{ ...state, durationS, end: state.end.kind === 'error' ? end : state.end }, []];
    case 'idle':
      return null;
  }
}

function onSessionReplaced(state: DirectCallState, { at }: EventOf<'sessionReplaced'>): Transition {
  const end: CallEnd = { kind: 'reason', reason: 'connection-lost' };
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
      return [endOf(state, end, durationOf(state, at)), [{ type: 'closeLink' }, { type: 'stopMedia' }]];
  }
}

/** The accepted call of a state, if there is one. */
export function activeCall(state: DirectCallState): ActiveCall | null {
  return state.name === 'connecting' || state.name === 'connected' ? state.call : null;
}

function withCall(
  state: DirectCallState,
  callId: CallId,
  change: (call: ActiveCall) => ActiveCall,
): Transition {
  if (state.name !== 'connecting' && state.name !== 'connected') return null;
  if (state.call.callId !== callId) return null;
  return [{ ...state, call: change(state.call) }, []];
}

const durationOf = (state: DirectCallState, at: number): number =>
  state.name === 'connected' ? Math.max(0, Math.round((at - state.connectedAt) / 1000)) : 0;

function endOf(
  state: Exclude<DirectCallState, { name: 'idle' | 'ended' }>,
  end: CallEnd,
  durationS = 0,
): DirectCallState {
  switch (state.name) {
    case 'calling': {
      const { callId = null, peer = null } = state.invited ?? {};
      return { name: 'ended', callId, pairId: state.pairId, peer, end, durationS };
    }
    case 'ringing': {
      const { callId, pairId, peer } = state.ring;
      return { name: 'ended', callId, pairId, peer, end, durationS };
    }
    case 'connecting':
    case 'connected': {
      const { callId, pairId, peer } = state.call;
      return { name: 'ended', callId, pairId, peer, end, durationS };
    }
  }
}
