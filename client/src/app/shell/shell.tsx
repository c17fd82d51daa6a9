import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { memo, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useAuthenticated } from '#client/app/account.ts';
import { isBare, isConsole } from '#client/app/bare-paths.ts';
import { Late } from '#client/app/late.tsx';
import { ConsoleHeader, ConsoleSide } from '#client/app/layouts.ts';
import { PartBoundary } from '#client/app/part-boundary.tsx';
import { ScreenBoundary } from '#client/app/screen-boundary.tsx';
import { Splash } from '#client/app/splash.tsx';
import { followLanguage } from '#client/i18n/activate.ts';
import { footerVisibleAtom, headerVisibleAtom } from '#client/ui/ui-state.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { ScreenArrival } from './screen-arrival.tsx';

/** Header, the screen, footer. The console has its own header, and navigation at the side; the screens stay mounted on the way in. */
export const Shell = () => {
  const headerVisible = useAtomValue(headerVisibleAtom);
  const footerVisible = useAtomValue(footerVisibleAtom);
  const { pathname } = useLocation();
  const consoleShown = useAuthenticated() && isConsole(pathname);
  const bare = isBare(pathname) || consoleShown;
  useEffect(followLanguage, []);
  return (
    <chakra.div data-bare={isBare(pathname) || undefined} minH="100dvh" display="flex" flexDirection="column">
      <SkipLink />
      <PartBoundary>{headerVisible && !bare && <Header />}</PartBoundary>
      <PartBoundary>{consoleShown && <Late part={ConsoleHeader} />}</PartBoundary>
      <chakra.div flex="1" display="flex" minW="0">
        <PartBoundary>{consoleShown && <Late part={ConsoleSide} />}</PartBoundary>
        <chakra.main
          id="main"
          tabIndex={-1}
          flex="1"
          minW="0"
          display="flex"
          flexDirection="column"
          outline="none"
        >
          <NavigationProgress />
          <ScreenBoundary screen={pathname}>
            <Suspense fallback={<Splash />}>
              <Outlet />
              <ScreenArrival />
            </Suspense>
          </ScreenBoundary>
        </chakra.main>
      </chakra.div>
      <PartBoundary>{footerVisible && !bare && <Footer />}</PartBoundary>
    </chakra.div>
  );
};

const SkipLink = memo(() => (
  <chakra.a
    href="#main"
    position="fixed"
    insetStart="4"
    top="-16"
    zIndex="snackbar"
    px="4"
    py="2"
    bg="primary"
    color="primary.contrast"
    borderRadius="md"
    textStyle="control"
    _focus={{ top: '3' }}
  >
    <Trans>Skip to the content</Trans>
  </chakra.a>
));
