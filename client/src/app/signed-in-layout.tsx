import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { mustAgree } from '#client/api/terms.ts';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { useCurrentUser } from './account.ts';
import { openAccountSignal } from './account-signal.ts';
import { whenIdle } from './when-idle.ts';

/** After the page itself. Who rings meanwhile is heard then (signal/signal-client.ts, `on`). */
const IncomingCall = lazy(async () => {
  await whenIdle();
  return { default: (await import('#client/features/direct-call/incoming-call.tsx')).IncomingCall };
});

const GroupRing = lazy(async () => {
  await whenIdle();
  return { default: (await import('#client/features/group-call/group-ring.tsx')).GroupRing };
});

/** The same chunk as that of the page's own route. */
const loadRoomPage = () => import('#client/features/group-call/group-call-page.tsx');

const NotificationOffer = lazy(async () => ({
  default: (await import('#client/features/installation/notification-offer.tsx')).NotificationOffer,
}));

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

/** Around every screen of somebody who is signed in, so that they can be called on all of them. */
export const SignedInLayout = () => {
  const queryClient = useQueryClient();
  const user = useCurrentUser();
  // Somebody else is another connection.
  const callableId = user?.verified === 'VERIFIED' && !mustAgree(user) ? user.id : null;
  useEffect(() => {
    if (callableId !== null) return openAccountSignal(queryClient, sayOutdated);
  }, [callableId, queryClient]);
  return (
    <>
      <Suspense>
        <NotificationOffer />
      </Suspense>
      <Outlet />
      {callableId !== null && (
        <Suspense>
          <IncomingCall loadRoomPage={loadRoomPage} />
          <GroupRing />
        </Suspense>
      )}
    </>
  );
};
