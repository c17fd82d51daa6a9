import { useEffect, useState } from 'react';
import { type WatchPhase, watchAsManager } from '#client/signal/manager-watch.ts';
import type { OpenedCall } from '#protocol/signal/manage.ts';
import { isClosing } from './closing.ts';

export interface OpenedCallState {
  readonly phase: WatchPhase;
  /** ISO 8601: of when the figures are; null before the first. */
  readonly at: string | null;
  /** As it was last; null where there is no such call. */
  readonly opened: OpenedCall | null;
  /** Milliseconds since 1970; null while it goes on. */
  readonly endedAt: number | null;
}

const NOTHING: OpenedCallState = { phase: 'waiting', at: null, opened: null, endedAt: null };

/** Everyone goes a moment before the call itself: who was in it last stays. */
const lastOf = (before: OpenedCall | null, now: OpenedCall): OpenedCall =>
  before && (isClosing(now.call.callId) || now.members.length === 0) ? before : now;

/** One call with everyone in it, for as long as the screen is shown. What was there last stays when it ends. */
export function useOpenedCall(callId: string): OpenedCallState {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    const take = (at: string, opened: OpenedCall | null) =>
      setState((before) => {
        if (opened) return { ...before, at, opened: lastOf(before.opened, opened), endedAt: null };
        const endedAt = before.opened && (before.endedAt ?? Date.parse(at));
        return { ...before, at, endedAt };
      });
    return watchAsManager({
      topics: [],
      customerIds: null,
      callId,
      onPhase: (phase) => setState((before) => ({ ...before, phase })),
      onSnapshot: ({ at, opened }) => take(at, opened),
      onNotice: (notice) => {
        if (notice.notice === 'manage.callChanged' && notice.data.callId === callId)
          take(notice.data.at, notice.data.opened);
      },
    });
  }, [callId]);
  return state;
}
