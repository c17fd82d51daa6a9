import type { RingOutcome } from '#server/push/push-rings.ts';
import type { CallState } from './machine.ts';

/** What the notification of a ring says once the ring is over. */
export function outcomeOf(state: CallState): RingOutcome {
  if (state.tag !== 'ended') return 'answered';
  // Busy once it has rung: it has crossed with a call of the callee's own, which continues.
  if (state.reason === 'busy') return 'answered';
  return state.reason === 'declined' ? 'declined' : 'missed';
}
