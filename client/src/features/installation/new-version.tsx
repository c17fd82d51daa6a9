import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useObservable } from '#client/stage/use-observable.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { loadNewVersion, type NewerVersion, newerVersion } from './service-worker.ts';

/** Offers a newer version of the application in words, but not in a call. A kiosk takes it when it is at its home. */
export const NewVersion = () => {
  const version = useObservable(newerVersion);
  const [putOff, setPutOff] = useState<NewerVersion | null>(null);
  const { pathname } = useLocation();
  const kiosk = pathname === '/device';
  // A call, or a kiosk that is not at its home.
  const busy = !kiosk && /\/talk\/?$|^\/device\//.test(pathname);
  useEffect(() => {
    if (version && kiosk) loadNewVersion('kiosk');
  }, [version, kiosk]);
  if (!version || version === putOff || busy || kiosk) return null;
  return (
    <chakra.div
      data-testid="new-version"
      position="fixed"
      zIndex="snackbar"
      insetInline="0"
      bottom="max(1rem, env(safe-area-inset-bottom))"
      mx="auto"
      width="min(28rem, calc(100vw - 2rem))"
      bg="contents.raised"
      borderRadius="md"
      boxShadow="lg"
      animation="rise 200ms"
    >
      <Banner
        tone="info"
        action={
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button size="sm" onClick={() => loadNewVersion('person')}>
              <Trans>Update</Trans>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setPutOff(version)}>
              <Trans>Not now</Trans>
            </Button>
          </chakra.div>
        }
      >
        <Trans>A new version is available.</Trans>
      </Banner>
    </chakra.div>
  );
};
