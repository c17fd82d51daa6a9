import type { DirectCallState, EventOf, Transition } from './call-state.ts';
import { hungUp } from './ending.ts';

/**
 * Moves the call into a room. The peer-to-peer leg continues until the room is joined, and stays if that fails. One that never stood is
 * given up at once.
 */
export function onMoving(
  state: DirectCallState,
  event: EventOf<'moved' | 'roomJoined' | 'roomFailed' | 'linkDone'>,
): Transition {
  if (state.name === 'connecting' && event.type === 'moved') return onMovedEarly(state, event);
  if ((state.name !== 'connected' && state.name !== 'moved') || state.call.callId !== event.callId)
    return null;
  switch (event.type) {
    case 'moved':
      if (state.name === 'moved' || state.move?.phase === 'joining') return null;
      return [
        { ...state, move: { phase: 'joining', reason: event.reason ?? null } },
        [{ type: 'joinRoom', callId: event.callId }],
      ];
    case 'roomJoined': {
      if (state.name === 'moved') return state.joined ? null : [{ ...state, joined: true }, []];
      const { call, connectedAt } = state;
      return [{ name: 'moved', call, connectedAt, linked: true, joined: true }, []];
    }
    case 'roomFailed': {
      const { call, connectedAt } = state;
      if (state.name === 'moved' && !state.linked) return hungUp(state, 'connection-lost', event.at);
      const [reason, link] =
        state.name === 'connected' ? [state.move?.reason ?? null, state.link] : [null, 'up' as const];
      return [
        { name: 'connected', call, connectedAt, link, move: { phase: 'failed', reason } },
        [{ type: 'leaveRoom' }],
      ];
    }
    case 'linkDone':
      if (state.name === 'connected' || !state.linked) return null;
      return [{ ...state, linked: false }, [{ type: 'closeLink' }]];
  }
}

function onMovedEarly(
  { call }: Extract<DirectCallState, { name: 'connecting' }>,
  { callId, at }: EventOf<'moved'>,
): Transition {
  if (call.callId !== callId) return null;
  return [
    { name: 'moved', call, connectedAt: call.since ?? at, linked: false, joined: false },
    [{ type: 'closeLink' }, { type: 'joinRoom', callId }],
  ];
}
