import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { guestVisits } from '#client/features/guest/guest-visit.ts';
import { GUEST } from '#client/media/recorder/kept-recordings.ts';
import { type CallPaths, CallPathsProvider } from '#client/stage/call-paths.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { Late } from './late.tsx';
import { CallHost } from './lazy-call-host.ts';
import { lazyScreen } from './load-screen.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { DirectCallPage, GroupCallPage } from './screens.ts';
import { useKeptRecordings } from './use-kept-recordings.ts';

/** The door imports no code of calls: a guest may read it on a slow phone. */
const GuestCalls = lazyScreen('rest', async () => {
  // Beside the connection, not after it.
  void CallHost.preload();
  return (await import('./guest-calls.tsx')).GuestCalls;
});

const HOME = '/guest';

const paths: CallPaths = {
  who: 'guest',
  directCall: '/guest/videochat/talk',
  groupCall: '/guest/groupchat/talk',
  directHome: `${HOME}?left`,
  groupHome: `${HOME}?left`,
  onRefused: (refusal) => guestVisits.leave(refusal),
  prefetch(kind) {
    void GuestCalls.preload('quietly');
    void (kind === 'direct' ? DirectCallPage : GroupCallPage).preload('quietly');
  },
};

/** Around the pages of a guest, who is in one call or at its door. */
export const GuestLayout = () => {
  useKeptRecordings(GUEST);
  const { pathname } = useLocation();
  const { token, entered } = useObservable(guestVisits);
  const atDoor = pathname.replace(/\/$/, '') === HOME;
  const connected = token !== null && entered && !atDoor;
  // Anyone who types the address of the call has no name yet.
  if (!atDoor && !(token !== null && entered)) return <Navigate to={HOME} replace />;
  return (
    <CallPathsProvider value={paths}>
      <ScreenBoundary screen={pathname}>
        <Outlet />
      </ScreenBoundary>
      {connected && <Late part={GuestCalls} />}
    </CallPathsProvider>
  );
};
