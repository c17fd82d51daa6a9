import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { currentDeviceQuery } from '#client/api/queries/current-device.ts';
import type { Ring } from '#client/call/direct/call-state.ts';
import type { DirectCall } from '#client/call/direct/direct-call.ts';
import { KioskRinging } from '#client/features/device/kiosk-ringing.tsx';
import { directCallAtom } from '#client/features/direct-call/direct-call-atom.ts';
import { useFollowMove } from '#client/features/direct-call/use-follow-move.ts';
import { groupCallAtom } from '#client/features/group-call/group-call-atom.ts';
import { useCallPlaces } from '#client/stage/call-places.ts';

/** A device that answers by itself says so for so long first: time to come into the picture, or to decline. */
const ANSWER_AFTER_S = 3;
/** How a call has ended is shown for so long before the kiosk goes back to its home. */
const BACK_AFTER_MS = 8_000;

/** What rings at a kiosk, and the way back from its calls. */
export const DeviceCalls = () => {
  const view = useAtomValue(directCallAtom);
  const { data: device } = useQuery(currentDeviceQuery());
  const state = view?.snapshot.state;
  const call = view?.call;
  useFollowMove(view);
  useWayBack();
  const missed = state?.name === 'idle' && state.missed !== null;
  useEffect(() => {
    // Nobody reads at a kiosk what was missed; whoever called is told, and has a history.
    if (missed) call?.dismiss();
  }, [missed, call]);
  if (!call || !device || state?.name !== 'ringing' || state.accepting) return null;
  return (
    <Ringing
      key={state.ring.callId}
      call={call}
      ring={state.ring}
      // Only approved pairs ring at all (SPEC.md, D1).
      byItself={device.answersByItself}
    />
  );
};

interface RingingProps {
  readonly call: DirectCall;
  readonly ring: Ring;
  readonly byItself: boolean;
}

const Ringing = ({ call, ring, byItself }: RingingProps) => {
  const navigate = useNavigate();
  const places = useCallPlaces();
  const [left, setLeft] = useState(ANSWER_AFTER_S);
  const accept = () => {
    call.accept({ camera: true });
    // A pair's address can be called again; that of a call which is joined belongs to the call alone.
    const which = ring.pairId === null || ring.joins ? `call=${ring.callId}` : `pair=${ring.pairId}`;
    void navigate(`${places.directCall}?${which}`);
  };
  const answer = useEffectEvent(accept);
  useEffect(() => {
    if (!byItself) return;
    const timer = setTimeout(() => (left === 0 ? answer() : setLeft(left - 1)), left === 0 ? 0 : 1_000);
    return () => clearTimeout(timer);
  }, [byItself, left]);
  return (
    <KioskRinging
      name={ring.peer.name}
      answersInS={byItself ? Math.max(1, left) : null}
      onAccept={accept}
      onDecline={call.decline}
    />
  );
};

/** A call that is over leads home by itself: whoever hung up has walked away. */
function useWayBack(): void {
  const navigate = useNavigate();
  const places = useCallPlaces();
  const { pathname } = useLocation();
  const direct = useAtomValue(directCallAtom)?.snapshot.state.name;
  const group = useAtomValue(groupCallAtom)?.snapshot.state.name;
  const over =
    (pathname === places.directCall && direct === 'ended') ||
    (pathname === places.groupCall && (group === 'ended' || group === 'failed'));
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => void navigate(places.directHome), BACK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [over, navigate, places]);
}
