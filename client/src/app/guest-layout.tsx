import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { guestVisits } from '#client/features/guest/guest-visit.ts';
import { closeSignal, openSignal, signalUrl } from '#client/signal/signal-connection.ts';
import { type CallPlaces, CallPlacesProvider } from '#client/stage/call-places.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { reloadOnce } from './reload-once.ts';

const GuestCalls = lazy(async () => ({ default: (await import('./guest-calls.tsx')).GuestCalls }));

const HOME = '/guest';

const places: CallPlaces = {
  who: 'guest',
  directCall: '/guest/videochat/talk',
  groupCall: '/guest/groupchat/talk',
  directHome: `${HOME}?left`,
  groupHome: `${HOME}?left`,
};

/** Around the pages of a guest, who is in one call or at its door. */
export const GuestLayout = () => {
  const { pathname } = useLocation();
  const { token, name, entered } = useObservable(guestVisits);
  const atDoor = pathname.replace(/\/$/, '') === HOME;
  const connected = token !== null && entered && !atDoor;
  useEffect(() => (connected ? openGuestSignal(token, name) : undefined), [connected, token, name]);
  // Whoever types the address of the call has no name yet.
  if (!atDoor && !(token !== null && entered)) return <Navigate to={HOME} replace />;
  return (
    <CallPlacesProvider value={places}>
      <Outlet />
      {connected && (
        <Suspense>
          <GuestCalls />
        </Suspense>
      )}
    </CallPlacesProvider>
  );
};

/** The guest's connection, for as long as they are in the call. Returns what ends it. */
function openGuestSignal(token: string, name: string): () => void {
  const client = openSignal({
    url: signalUrl(window.location),
    credential: () => Promise.resolve({ kind: 'guest', token, name }),
  });
  const unsubscribe = client.subscribe(() => {
    if (client.state.phase !== 'closed') return;
    // The link was withdrawn or has ended: the door says which of the two.
    if (client.state.reason === 'unauthenticated') guestVisits.leave();
    if (client.state.reason === 'protocol-mismatch') reloadOnce();
  });
  return () => {
    unsubscribe();
    closeSignal();
  };
}
