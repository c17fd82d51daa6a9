import { useEffect, useEffectEvent } from 'react';
import { closedTabCall } from '#client/call/closed-tab-call.ts';
import { activeCall } from '#client/call/direct/call-state.ts';
import type { DirectCallSnapshot } from '#client/call/direct/snapshot.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';

/** Notes a user's 1-to-1 call for the home page of other tabs, in case this one is closed or crashes. */
export function useNoteCall(snapshot: DirectCallSnapshot | undefined): void {
  const { who } = useCallPaths();
  // Without its own media no call is kept yet (call/direct/session-of-call.ts).
  const call = who === 'user' && snapshot?.local ? activeCall(snapshot.state) : null;
  const callId = call?.callId ?? null;
  const note = useEffectEvent(() => call && closedTabCall().note(call.peer));
  useEffect(() => {
    if (callId !== null) return note() ?? undefined;
  }, [callId]);
}
