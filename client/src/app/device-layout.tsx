import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { callApi } from '#client/api/call-api.ts';
import { tokenStore } from '#client/api/token-store.ts';
import { callKeeper } from '#client/call/kept-call.ts';
import { createDeviceAccount } from '#client/features/device/device-account.ts';
import { credentialsOfLink, type DeviceCredentials } from '#client/features/device/device-credentials.ts';
import { KioskHome } from '#client/features/device/kiosk-home.tsx';
import { kioskPin } from '#client/features/device/kiosk-pin-store.ts';
import { KioskNotReady, KioskStart } from '#client/features/device/kiosk-states.tsx';
import { type StartGate, useStartGate } from '#client/features/device/start-gate.ts';
import { useArrowKeys } from '#client/features/device/use-arrow-keys.ts';
import { useLargeType } from '#client/features/device/use-large-type.ts';
import { type CallPaths, CallPathsProvider } from '#client/stage/call-paths.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { openAccountSignal } from './account-signal.ts';
import { HostOfCalls } from './host-of-calls.tsx';
import { Late } from './late.tsx';
import { lazyScreen } from './load-screen.ts';
import { PartBoundary } from './part-boundary.tsx';
import { reloadOnce } from './reload-once.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useCallHostWanted } from './use-call-host-wanted.ts';
import { useSignalState } from './use-signal-state.ts';

/** With the call code, which the first picture does not wait for. */
const DeviceCalls = lazyScreen('pages', async () => (await import('./device-calls.tsx')).DeviceCalls);

const HOME = '/device';

const paths: CallPaths = {
  who: 'device',
  directCall: '/device/videochat/talk',
  groupCall: '/device/groupchat/talk',
  directHome: HOME,
  groupHome: HOME,
};

const account = createDeviceAccount({
  storage: localStorage,
  onSetUp: kioskPin.forget,
  tokens: tokenStore,
  authenticate: ({ serial, secret }) =>
    callApi('auth.authenticate', { body: { serialNumber: serial, secret } }),
});

const GateContext = createContext<StartGate>('checking');

/**
 * Around the pages of a kiosk. After a sign-in, a call or a connection ends, it comes back here by itself: no one is
 * there to type. No link leads out of `/device`.
 */
export const DeviceLayout = () => {
  useLargeType();
  useArrowKeys();
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const state = useObservable(account);
  const { gate, start } = useStartGate();

  const openLink = (link: DeviceCredentials) => {
    // It may be another device: the data of the last one goes.
    queryClient.clear();
    account.open(link);
  };
  // The secret does not stay in the address, nor in the history; and a browser that comes back from a power failure opens
  // the address that it had: that of a call would start the call again.
  const opened = credentialsOfLink(hash);
  // One that goes on after a reload is no such call.
  const [goesOn] = useState(() => callKeeper.left !== null);
  const astray = opened !== null || (isCall(pathname) && !goesOn);
  const [settled, setSettled] = useState(!astray);
  const begin = useEffectEvent(() => account.start(opened));
  useEffect(() => begin(), []);
  const begun = useRef(false);
  const goHome = useEffectEvent(() => {
    const first = !begun.current;
    begun.current = true;
    // A link that is opened in the page itself only changes the fragment.
    if (opened && !first) openLink(opened);
    if (opened || (first && isCall(pathname) && !goesOn)) void navigate(HOME, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever the fragment has changed
  useEffect(() => goHome(), [hash]);
  if (!settled && !astray) setSettled(true);

  const callHostWanted = useCallHostWanted(paths);

  const signedIn = state.name === 'signed-in';
  useEffect(
    () => (signedIn ? openAccountSignal(queryClient, reloadOnce) : undefined),
    [signedIn, queryClient],
  );

  return (
    <chakra.div flex="1" display="flex" flexDirection="column" userSelect="none">
      <CallPathsProvider value={paths}>
        {state.name !== 'signed-in' ? (
          <KioskNotReady state={state} onRetry={account.retry} onLink={openLink} />
        ) : gate === 'needs-touch' ? (
          <KioskStart onStart={start} />
        ) : (
          <>
            <ScreenBoundary screen={pathname}>
              <GateContext value={gate}>{settled && <Outlet />}</GateContext>
            </ScreenBoundary>
            {settled && callHostWanted && <HostOfCalls />}
            <PartBoundary>
              <Late part={DeviceCalls} />
            </PartBoundary>
          </>
        )}
      </CallPathsProvider>
    </chakra.div>
  );
};

const isCall = (pathname: string): boolean => pathname === paths.directCall || pathname === paths.groupCall;

/** `/device`. */
export const DeviceHome = () => {
  const signal = useSignalState();
  const state = useObservable(account);
  const gate = use(GateContext);
  return (
    <KioskHome
      serial={'serial' in state ? state.serial : ''}
      // Until the browser has said so it may want a touch before it rings.
      connected={signal?.phase === 'open' && gate !== 'checking'}
      blocked={gate === 'blocked'}
    />
  );
};
