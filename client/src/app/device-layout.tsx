import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { callApi } from '#client/api/call-api.ts';
import { tokenStore } from '#client/api/token-store.ts';
import { createDeviceAccount } from '#client/features/device/device-account.ts';
import { credentialsOfLink } from '#client/features/device/device-credentials.ts';
import { KioskHome } from '#client/features/device/kiosk-home.tsx';
import { KioskNotReady, KioskStart } from '#client/features/device/kiosk-states.tsx';
import { type StartGate, useStartGate } from '#client/features/device/start-gate.ts';
import { useLargeType } from '#client/features/device/use-large-type.ts';
import { type CallPlaces, CallPlacesProvider } from '#client/stage/call-places.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { openAccountSignal } from './account-signal.ts';
import { reloadOnce } from './reload-once.ts';
import { useSignalState } from './use-signal-state.ts';

/** With the call code, which the first picture does not wait for. */
const DeviceCalls = lazy(async () => ({ default: (await import('./device-calls.tsx')).DeviceCalls }));

const HOME = '/device';

const places: CallPlaces = {
  who: 'device',
  directCall: '/device/videochat/talk',
  groupCall: '/device/groupchat/talk',
  directHome: HOME,
  groupHome: HOME,
};

const account = createDeviceAccount({
  storage: localStorage,
  tokens: tokenStore,
  authenticate: ({ serial, secret }) =>
    callApi('auth.authenticate', { body: { serialNumber: serial, secret } }),
});

const GateContext = createContext<StartGate>('checking');

/**
 * Around the pages of a kiosk. Whatever ends a sign-in, a call or a connection, it comes back here by itself: nobody with
 * a keyboard stands by. No link leads out of `/device`.
 */
export const DeviceLayout = () => {
  useLargeType();
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [link, setLink] = useState(() => credentialsOfLink(hash));
  const state = useObservable(account);
  const { gate, start } = useStartGate();

  useEffect(() => {
    // Another device perhaps: nothing of the last one is shown.
    if (link) queryClient.clear();
    return account.start(link);
  }, [link, queryClient]);
  // The secret does not stay in the address, nor in the history; and a browser that comes back from a power failure opens
  // the address that it had: that of a call would call somebody whom nobody wants to speak to any more.
  const opened = credentialsOfLink(hash);
  const astray = opened !== null || isCall(pathname);
  const [settled, setSettled] = useState(!astray);
  const goHome = useEffectEvent((first: boolean) => {
    // A new link that is opened in the page of the old one only changes the fragment.
    if (opened && opened.secret !== link?.secret) setLink(opened);
    if (opened || (first && isCall(pathname))) void navigate(HOME, { replace: true });
  });
  useEffect(() => goHome(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever the fragment has changed
  useEffect(() => goHome(false), [hash]);
  if (!settled && !isCall(pathname)) setSettled(true);

  const signedIn = state.name === 'signed-in';
  useEffect(
    () => (signedIn ? openAccountSignal(queryClient, reloadOnce) : undefined),
    [signedIn, queryClient],
  );

  return (
    <chakra.div flex="1" display="flex" flexDirection="column" userSelect="none">
      <CallPlacesProvider value={places}>
        {state.name !== 'signed-in' ? (
          <KioskNotReady state={state} onRetry={account.retry} />
        ) : gate === 'needs-touch' ? (
          <KioskStart onStart={start} />
        ) : (
          <>
            <GateContext value={gate}>{settled && <Outlet />}</GateContext>
            <Suspense>
              <DeviceCalls />
            </Suspense>
          </>
        )}
      </CallPlacesProvider>
    </chakra.div>
  );
};

const isCall = (pathname: string): boolean => pathname === places.directCall || pathname === places.groupCall;

/** `/device`. */
export const DeviceHome = () => {
  const signal = useSignalState();
  const state = useObservable(account);
  return (
    <KioskHome
      serial={'serial' in state ? state.serial : ''}
      connected={signal?.phase === 'open'}
      blocked={use(GateContext) === 'blocked'}
    />
  );
};
