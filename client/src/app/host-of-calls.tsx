import { useLocation } from 'react-router-dom';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { Late } from './late.tsx';
import { CallHost } from './lazy-call-host.ts';
import { sayFailed } from './part-boundary.tsx';
import { ScreenBoundary, showError } from './screen-boundary.tsx';
import { Splash } from './splash.tsx';

/** What shows calls. At the address of a call nothing else is shown: there it says what it waits for, or why it failed. */
export const HostOfCalls = () => {
  const { pathname } = useLocation();
  const { directCall, groupCall } = useCallPaths();
  const alone = pathname === directCall || pathname === groupCall;
  return (
    <ScreenBoundary screen={pathname} instead={alone ? showError : sayFailed}>
      <Late part={CallHost} fallback={alone && <Splash />} />
    </ScreenBoundary>
  );
};
