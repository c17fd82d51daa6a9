import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { callKeeper } from '#client/call/kept-call.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';

/** Whether to load what shows calls: from the first call's page on, or when the last page was left in a call. */
export function useCallHostWanted({ directCall, groupCall } = useCallPaths()): boolean {
  const { pathname } = useLocation();
  const [wanted, setWanted] = useState(() => callKeeper.left !== null);
  const now = wanted || pathname === directCall || pathname === groupCall;
  if (now && !wanted) setWanted(true);
  return now;
}
