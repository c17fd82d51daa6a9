import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { currentDeviceQuery } from '#client/api/queries/current-device.ts';
import { KioskRinging } from '#client/features/device/kiosk-ringing.tsx';
import { directCallAtom } from '#client/features/direct-call/direct-call-atom.ts';
import { useFollowMove } from '#client/features/direct-call/use-follow-move.ts';
import { groupCallAtom } from '#client/features/group-call/group-call-atom.ts';
import { useGroupRing } from '#client/features/group-call/use-group-ring.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';

/** How a call has ended is shown for this long before the kiosk goes back to its home. */
const BACK_AFTER_MS = 8_000;

/** What rings at a kiosk, and the way back from its calls. */
export const DeviceCalls = () => {
  const navigate = useNavigate();
  const paths = useCallPaths();
  const view = useAtomValue(directCallAtom);
  const { pathname, search } = useLocation();
  const groupView = useAtomValue(groupCallAtom);
  const group = groupView?.snapshot.state.name;
  const { ring: groupRing, end: endGroupRing, decline: declineGroupRing } = useGroupRing();
  const { data: device } = useQuery(currentDeviceQuery());
  const state = view?.snapshot.state;
  const call = view?.call;
  useFollowMove(view);
  useWayBack();
  const missed = state?.name === 'idle' && state.missed !== null;
  useEffect(() => {
    // A kiosk shows no missed calls; the caller is told, and has a history.
    if (missed) call?.dismiss();
  }, [missed, call]);
  const talks =
    (state && state.name !== 'idle' && state.name !== 'ended') ||
    group === 'joining' ||
    group === 'joined' ||
    group === 'rebuilding';
  useEffect(() => {
    // Already in a call: a ring does not interrupt it.
    if (talks) endGroupRing();
  }, [talks, endGroupRing]);
  if (!device) return null;
  // Only approved pairs ring at all (SPEC.md, D1 and G14).
  const byItself = device.answersByItself;
  if (call && state?.name === 'ringing' && !state.accepting) {
    const { ring } = state;
    const accept = () => {
      call.accept({ camera: true });
      // A pair's address can be called again; that of a call which is joined belongs to the call alone.
      const which = ring.pairId === null || ring.joins ? `call=${ring.callId}` : `pair=${ring.pairId}`;
      void navigate(`${paths.directCall}?${which}`);
    };
    return (
      <KioskRinging
        key={ring.callId}
        name={ring.peer.name}
        group={null}
        byItself={byItself}
        onAccept={accept}
        onDecline={call.decline}
      />
    );
  }
  if (!groupRing || talks) return null;
  const { groupId, groupName, by } = groupRing;
  const join = () => {
    endGroupRing();
    const page = `${paths.groupCall}?group=${groupId}`;
    // Its page still shows how the last call ended, and navigating to the same address changes nothing.
    if (groupView && `${pathname}${search}` === page) groupView.call.join();
    else void navigate(page);
  };
  return (
    <KioskRinging
      key={groupId}
      name={by.name}
      group={groupName}
      byItself={byItself}
      onAccept={join}
      onDecline={declineGroupRing}
    />
  );
};

/** A call that is over leads home by itself: the person who hung up has walked away. */
function useWayBack(): void {
  const navigate = useNavigate();
  const paths = useCallPaths();
  const { pathname } = useLocation();
  const snapshot = useAtomValue(directCallAtom)?.snapshot;
  const direct = snapshot?.state.name;
  const returning = snapshot?.returning === 'trying';
  const group = useAtomValue(groupCallAtom)?.snapshot.state.name;
  const over =
    (pathname === paths.directCall && (direct === 'ended' || (direct === 'idle' && !returning))) ||
    (pathname === paths.groupCall && (group === 'left' || group === 'ended' || group === 'failed'));
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => void navigate(paths.directHome), BACK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [over, navigate, paths]);
}
