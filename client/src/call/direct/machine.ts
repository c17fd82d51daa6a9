import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId } from '#protocol/ids.ts';
import {
  type ActiveCall,
  activeCall,
  type CallEnd,
  type DirectCallEffect,
  type DirectCallEvent,
  type DirectCallState,
  type EventOf,
  idle,
  type LinkPlan,
  type PeerMedia,
  type Ring,
  type Transition,
} from './call-state.ts';
import {
  endOf,
  linkGivenUp,
  onEnded,
  onHangUp,
  onSessionReplaced,
  onSignalClosed,
  onTakeUpFailed,
} from './ending.ts';
import { onMoving } from './moving.ts';

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
      return onAcceptFailed(state, event);
    case 'decline':
      if (state.name !== 'ringing' || state.accepting) return null;
      return [idle, [{ type: 'decline', callId: state.ring.callId }]];
    case 'accepted':
      return onAccepted(state, event);
    case 'signalled':
      return onSignalled(state, event);
    case 'resumed':
      return onResumed(state, event);
    case 'takenUp':
      return onTakenUp(state, event);
    case 'legRenewed':
      return onLegRenewed(state, event);
    case 'peerAway':
      return withCall(state, event.callId, (call) => ({ ...call, peerAway: event.away }));
    case 'linkUp':
      return onLinkUp(state, event);
    case 'linkLost':
      if (state.name !== 'connected' || state.call.callId !== event.callId) return null;
      return [{ ...state, link: 'restoring' }, []];
    case 'linkFailed':
      return onLinkFailed(state, event);
    case 'linkBlocked':
      return onLinkBlocked(state, event);
    case 'handshakeStuck':
      return onHandshakeStuck(state, event);
    case 'moved':
    case 'roomJoined':
    case 'roomFailed':
    case 'linkDone':
      return onMoving(state, event);
    case 'hangUp':
      return onHangUp(state, event);
    case 'ended':
      return onEnded(state, event);
    case 'sessionReplaced':
      return onSessionReplaced(state, event.stoodStill);
    case 'takeUpFailed':
      return onTakeUpFailed(state, event);
    case 'signalClosed':
      return onSignalClosed(state, event);
    case 'dismiss':
      return state.name === 'ended' || state.name === 'idle' ? [idle, []] : null;
  }
}

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
  return [endOf(state, event.end), [{ type: 'stopMedia' }]];
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
const newCall = (call: Pick<ActiveCall, 'callId' | 'pairId' | 'peer' | 'outgoing'>): ActiveCall => ({
  ...call,
  peerMedia: everything,
  peerAway: false,
  leg: 0,
  since: null,
});

/** No one has answered whether the call was accepted. */
const unanswered: ReadonlySet<ErrorCode> = new Set([
  'session-lost',
  'service-unavailable',
  'bus-unavailable',
  'request-timeout',
]);

function onAcceptFailed(state: DirectCallState, { callId, code }: EventOf<'acceptFailed'>): Transition {
  if (state.name !== 'ringing' || state.ring.callId !== callId) return null;
  const effects: DirectCallEffect[] = [{ type: 'stopMedia' }];
  // It may have been, and the caller would wait for this side.
  if (unanswered.has(code)) effects.unshift({ type: 'hangUp', callId, reason: 'connection-lost' });
  // Accepting after someone else fails with this (D3), also where `ended` says so later or has come before.
  const end: CallEnd =
    code === 'call-state' ? { kind: 'reason', reason: 'answered-elsewhere' } : { kind: 'error', code };
  return [endOf(state, end), effects];
}

function onAcceptAnswered(state: DirectCallState, event: EventOf<'acceptAnswered'>): Transition {
  const { callId, peer, role, ice, leg = 0 } = event;
  if (state.name !== 'ringing' || state.ring.callId !== callId) {
    // Given up while the server was accepting.
    return [state, [{ type: 'hangUp', callId, reason: 'hung-up' }]];
  }
  const { pairId } = state.ring;
  const call = { ...newCall({ callId: event.room?.callId ?? callId, pairId, peer, outgoing: false }), leg };
  if (!event.room) return [{ name: 'connecting', call }, [{ type: 'openLink', callId, role, ice, leg }]];
  return [
    { name: 'moved', call, connectedAt: event.at, linked: false, joined: false },
    [{ type: 'joinRoom', callId: event.room.callId }],
  ];
}

function onAccepted(state: DirectCallState, { callId, role, ice }: EventOf<'accepted'>): Transition {
  if (state.name !== 'calling' || state.invited?.callId !== callId) return null;
  const { peer } = state.invited;
  return [
    { name: 'connecting', call: newCall({ callId, pairId: state.pairId, peer, outgoing: true }) },
    [{ type: 'openLink', callId, role, ice, leg: 0 }],
  ];
}

/** A page that was loaded in the middle of the call is in it again (SPEC.md, D17). */
function onResumed(state: DirectCallState, event: EventOf<'resumed'>): Transition {
  if (state.name !== 'idle') return null;
  const { callId, moved, ice, place, at } = event;
  const { peer, pairId, outgoing, role, leg, talksForMs } = place;
  const since = at - talksForMs;
  const call = { ...newCall({ callId, pairId, peer, outgoing }), leg, since };
  if (moved)
    return [
      { name: 'moved', call, connectedAt: since, linked: false, joined: false },
      [{ type: 'startMedia' }, { type: 'joinRoom', callId }],
    ];
  return [
    { name: 'connecting', call },
    [{ type: 'startMedia' }, { type: 'openLink', callId, role, ice, leg }],
  ];
}

/** The server knows this session as one of the call, which a caller may not have known to be answered (SPEC.md, D14). */
function onTakenUp(state: DirectCallState, event: EventOf<'takenUp'>): Transition {
  const { callId, moved, ice, place, at } = event;
  if (state.name === 'calling') {
    if (state.invited?.callId !== callId || !place) return null;
    const { peer } = state.invited;
    const { role, leg } = place;
    const call = { ...newCall({ callId, pairId: state.pairId, peer, outgoing: true }), leg };
    return [{ name: 'connecting', call }, [{ type: 'openLink', callId, role, ice, leg }]];
  }
  // What told of it may have been lost.
  if (moved) return onMoving(state, { type: 'moved', callId, at });
  return place ? onLegRenewed(state, { callId, leg: place.leg, role: place.role, ice }) : null;
}

/** The other side, or the server after a loss, knows nothing of the connection so far. */
function onLegRenewed(state: DirectCallState, event: LinkPlan): Transition {
  if (state.name !== 'connecting' && state.name !== 'connected') return null;
  const { callId, leg, role, ice } = event;
  if (state.call.callId !== callId || leg <= state.call.leg) return null;
  const call = { ...state.call, leg, peerMedia: everything, peerAway: false };
  const next: DirectCallState =
    state.name === 'connected' ? { ...state, call, link: 'restoring' } : { ...state, call };
  return [next, [{ type: 'openLink', callId, role, ice, leg }]];
}

function onSignalled(state: DirectCallState, { callId, message, leg = 0 }: EventOf<'signalled'>): Transition {
  if (activeCall(state)?.leg !== leg) return null;
  if (message.kind === 'state') {
    const { kind: _, ...peerMedia } = message;
    return withCall(state, callId, (call) => ({ ...call, peerMedia }));
  }
  const call = activeCall(state);
  return call?.callId === callId ? [state, [{ type: 'deliver', message }]] : null;
}

function onLinkUp(state: DirectCallState, { callId, at }: EventOf<'linkUp'>): Transition {
  if (activeCall(state)?.callId !== callId) return null;
  if (state.name === 'connecting')
    return [
      { name: 'connected', call: state.call, connectedAt: state.call.since ?? at, link: 'up', move: null },
      [],
    ];
  return state.name === 'connected' ? [{ ...state, link: 'up' }, []] : null;
}

function onLinkFailed(state: DirectCallState, { callId }: EventOf<'linkFailed'>): Transition {
  if (state.name === 'connecting' && state.call.callId === callId) return linkGivenUp(state, 'failed');
  if (state.name === 'connected' && state.call.callId === callId)
    return linkGivenUp(state, 'connection-lost');
  // The call is in the room now.
  if (state.name === 'moved' && state.call.callId === callId && state.linked)
    return [{ ...state, linked: false }, [{ type: 'closeLink' }]];
  return null;
}

/** What does not get through from browser to browser may get through over the media node, which is reached by TCP as well. */
function onLinkBlocked(state: DirectCallState, { callId }: EventOf<'linkBlocked'>): Transition {
  if (activeCall(state)?.callId !== callId) return null;
  const isBlocked =
    state.name === 'connecting' ||
    (state.name === 'connected' && state.link === 'restoring' && state.move === null);
  return [state, isBlocked ? [{ type: 'askMove', callId }] : []];
}

/** Both sides make a new connection, this one without UDP: a handshake that has waited for long is repeated too seldom. */
function onHandshakeStuck(state: DirectCallState, { callId }: EventOf<'handshakeStuck'>): Transition {
  if (state.name !== 'connecting' && state.name !== 'connected') return null;
  const { leg } = state.call;
  if (state.call.callId !== callId) return null;
  return [state, [{ type: 'takeUp', callId, stoodStill: false, leg, newLink: true }]];
}

function withCall(
  state: DirectCallState,
  callId: CallId,
  change: (call: ActiveCall) => ActiveCall,
): Transition {
  if (state.name !== 'connecting' && state.name !== 'connected' && state.name !== 'moved') return null;
  if (state.call.callId !== callId) return null;
  return [{ ...state, call: change(state.call) }, []];
}
