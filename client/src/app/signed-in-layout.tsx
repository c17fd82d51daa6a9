import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { mustAgree } from '#client/api/terms.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCurrentUser } from './account.ts';
import { openAccountSignal } from './account-signal.ts';
import { HostOfCalls } from './host-of-calls.tsx';
import { Late } from './late.tsx';
import { lazyScreen } from './load-screen.ts';
import { PartBoundary } from './part-boundary.tsx';
import { sayOutdated } from './say-outdated.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useCallHostWanted } from './use-call-host-wanted.ts';
import { useKeptPush } from './use-kept-push.ts';
import { useKeptRecordings } from './use-kept-recordings.ts';
import { useNeverConnected } from './use-never-connected.ts';
import { useRingsWanted } from './use-rings-wanted.ts';

/** Who rings before it is there is heard then (signal/signal-client.ts, `on`). */
const Rings = lazyScreen('rest', async () => (await import('./rings.tsx')).Rings);

const HomeNotices = lazyScreen('home', async () => (await import('./home-notices.tsx')).HomeNotices);

const WrongAddress = lazyScreen(
  'base',
  async () => (await import('#client/features/installation/wrong-address.tsx')).WrongAddress,
);

/** Where they are shown; loaded only there. */
const HOME = '/user';

/** Around every screen of someone who is signed in, so that they can be called on all of them. */
export const SignedInLayout = () => {
  const queryClient = useQueryClient();
  const user = useCurrentUser();
  // Another user needs another connection.
  const callableId = user?.verified === 'VERIFIED' && !mustAgree(user) ? user.id : null;
  useEffect(() => {
    if (callableId !== null) return openAccountSignal(queryClient, sayOutdated);
  }, [callableId, queryClient]);
  useKeptPush(callableId);
  useKeptRecordings(user?.id ?? null);
  const { pathname } = useLocation();
  const { groupCall } = useCallPaths();
  const callHostWanted = useCallHostWanted();
  const neverConnected = useNeverConnected();
  const ringsWanted = useRingsWanted(callableId !== null && pathname !== groupCall);
  return (
    <>
      <PartBoundary>{pathname === HOME && <Late part={HomeNotices} />}</PartBoundary>
      <PartBoundary>{neverConnected && <Late part={WrongAddress} />}</PartBoundary>
      {/* A page that fails does not end the call that goes on beside it. */}
      <ScreenBoundary screen={pathname}>
        <Outlet />
      </ScreenBoundary>
      {callableId !== null && callHostWanted && <HostOfCalls />}
      <PartBoundary>{callableId !== null && ringsWanted && <Late part={Rings} />}</PartBoundary>
    </>
  );
};
