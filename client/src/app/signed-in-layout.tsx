import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { useCurrentUser } from './account.ts';
import { openAccountSignal } from './account-signal.ts';

const IncomingCall = lazy(async () => ({
  default: (await import('#client/features/direct-call/incoming-call.tsx')).IncomingCall,
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
  const callableId = user?.verified === 'VERIFIED' ? user.id : null;
  useEffect(() => {
    if (callableId !== null) return openAccountSignal(queryClient, sayOutdated);
  }, [callableId, queryClient]);
  return (
    <>
      <Outlet />
      {callableId !== null && (
        <Suspense>
          <IncomingCall />
        </Suspense>
      )}
    </>
  );
};
