import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { beginHandover } from '#client/stage/handover.ts';
import { leaveUnasked } from '#client/ui/leave-guard.ts';
import type { DirectCallView } from './direct-call-atom.ts';

/**
 * A call that has moved to a room is shown by the page of group calls, and one that could not by its own again.
 *
 * @param loadRoomPage loads that page, as soon as it will be needed: the current screen stays until it is there
 */
export function useFollowMove(view: DirectCallView | null, loadRoomPage?: () => Promise<unknown>): void {
  const navigate = useNavigate();
  const { directCall, groupCall } = useCallPaths();
  const state = view?.snapshot.state;
  const callId = state?.name === 'connected' || state?.name === 'moved' ? state.call.callId : null;
  const moving = state?.name === 'moved' || (state?.name === 'connected' && state.move?.phase === 'joining');
  const moved = state?.name === 'moved' && state.joined;
  const stayed = state?.name === 'connected' && state.move?.phase === 'failed';
  const load = useEffectEvent(async () => {
    // Where it cannot be loaded the page itself says so.
    await loadRoomPage?.().catch(() => {});
  });
  useEffect(() => {
    if (moving) void load();
  }, [moving]);
  useEffect(() => {
    if (callId === null) return;
    const inRoom = window.location.pathname === groupCall;
    const inCall = window.location.pathname === directCall;
    // On any other page the call's small window shows the room as well.
    const goes = moved && inCall ? groupCall : stayed && inRoom ? directCall : null;
    if (goes === null) return;
    let over = false;
    const go = async () => {
      await load();
      // What keeps the last picture on the screen is no condition for the next page.
      if (!over) await beginHandover().catch(() => {});
      if (!over) leaveUnasked(() => void navigate(`${goes}?call=${callId}`, { replace: true }));
    };
    void go();
    return () => {
      over = true;
    };
  }, [callId, moved, stayed, navigate, directCall, groupCall]);
}
