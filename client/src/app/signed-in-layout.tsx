import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { mustAgree } from '#client/api/terms.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { useCurrentUser } from './account.ts';
import { openAccountSignal } from './account-signal.ts';
import { CallHost } from './lazy-call-host.ts';
import { useCallHostWanted } from './use-call-host-wanted.ts';
import { useKeptPush } from './use-kept-push.ts';
import { useRingsWanted } from './use-rings-wanted.ts';

/** Who rings before it is there is heard then (signal/signal-client.ts, `on`). */
const Rings = lazy(async () => ({ default: (await import('./rings.tsx')).Rings }));

const NotificationOffer = lazy(async () => ({
  default: (await import('#client/features/installation/notification-offer.tsx')).NotificationOffer,
}));

/** Where it is offered; loaded only there. */
const HOME = '/user';

const sayOutdated = () =>
  showSnackbar(
    'warning',
    <>
      <Trans>This page is out of date. Reload it.</Trans>{' '}
      <Button size="sm" variant="soft" onClick={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    </>,
  );

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
  const { pathname } = useLocation();
  const { groupCall } = useCallPaths();
  const callHostWanted = useCallHostWanted();
  const ringsWanted = useRingsWanted(callableId !== null && pathname !== groupCall);
  return (
    <>
      {pathname === HOME && (
        <Suspense>
          <NotificationOffer />
        </Suspense>
      )}
      <Outlet />
      {callableId !== null && callHostWanted && (
        <Suspense>
          <CallHost />
        </Suspense>
      )}
      {callableId !== null && ringsWanted && (
        <Suspense>
          <Rings />
        </Suspense>
      )}
    </>
  );
};
