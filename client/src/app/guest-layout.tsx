import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { callKeeper } from '#client/call/kept-call.ts';
import { guestKey, guestVisits } from '#client/features/guest/guest-visit.ts';
import { closeSignal, openSignal, signalUrl } from '#client/signal/signal-connection.ts';
import { type CallPaths, CallPathsProvider, isCallRefusal } from '#client/stage/call-paths.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { Late } from './late.tsx';
import { CallHost } from './lazy-call-host.ts';
import { lazyScreen } from './load-screen.ts';
import { PartBoundary } from './part-boundary.tsx';
import { reloadOnce } from './reload-once.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useCallHostWanted } from './use-call-host-wanted.ts';

const GuestCalls = lazyScreen('rest', async () => (await import('./guest-calls.tsx')).GuestCalls);

const HOME = '/guest';

const paths: CallPaths = {
  who: 'guest',
  directCall: '/guest/videochat/talk',
  groupCall: '/guest/groupchat/talk',
  directHome: `${HOME}?left`,
  groupHome: `${HOME}?left`,
  onRefused: (refusal) => guestVisits.leave(refusal),
};

/** Around the pages of a guest, who is in one call or at its door. */
export const GuestLayout = () => {
  const { pathname } = useLocation();
  const { token, name, entered } = useObservable(guestVisits);
  const atDoor = pathname.replace(/\/$/, '') === HOME;
  const connected = token !== null && entered && !atDoor;
  useEffect(() => (connected ? openGuestSignal(token, name) : undefined), [connected, token, name]);
  const callHostWanted = useCallHostWanted(paths);
  // Anyone who types the address of the call has no name yet.
  if (!atDoor && !(token !== null && entered)) return <Navigate to={HOME} replace />;
  return (
    <CallPathsProvider value={paths}>
      <ScreenBoundary screen={pathname}>
        <Outlet />
      </ScreenBoundary>
      {connected && callHostWanted && <Late part={CallHost} />}
      <PartBoundary>{connected && <Late part={GuestCalls} />}</PartBoundary>
    </CallPathsProvider>
  );
};

/** The guest's connection, for as long as they are in the call. Returns what ends it. */
function openGuestSignal(token: string, name: string): () => void {
  const client = openSignal({
    url: signalUrl(window.location),
    credential: () => Promise.resolve({ kind: 'guest', token, name, key: guestKey() }),
    resume: async () => (await callKeeper.claim())?.sessionId ?? null,
    inCall: () => callKeeper.hasCall,
  });
  let opened = false;
  const unsubscribe = client.subscribe(() => {
    const { state } = client;
    if (state.phase === 'open') opened = true;
    // Who was in the call before waits to be let in again.
    if (state.phase === 'lost' && state.refusal === 'too-many-requests' && !opened)
      guestVisits.leave(state.refusal);
    if (state.phase !== 'closed') return;
    if (state.reason === 'unauthenticated') {
      // The door looks at the link by itself, and says whether it was withdrawn or has ended.
      guestVisits.leave(state.code !== null && isCallRefusal(state.code) ? state.code : undefined);
    }
    if (state.reason === 'protocol-mismatch') reloadOnce();
  });
  return () => {
    unsubscribe();
    closeSignal();
  };
}
