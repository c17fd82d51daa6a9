import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { callKeeper } from '#client/call/kept-call.ts';
import { useCallPlaces } from '#client/stage/call-places.ts';

/** Whether what shows calls is to be loaded: on a call's page, or in a call that the last page has left; from then on it stays. */
export function useCallHostWanted({ directCall, groupCall } = useCallPlaces()): boolean {
  const { pathname } = useLocation();
  const [wanted, setWanted] = useState(() => callKeeper.left !== null);
  const now = wanted || pathname === directCall || pathname === groupCall;
  if (now && !wanted) setWanted(true);
  return now;
}
