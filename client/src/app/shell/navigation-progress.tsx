import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isLoadingScreen, subscribeToLoading } from '#client/app/load-screen.ts';

/** What is faster than this needs no bar. */
const SHOW_AFTER_MS = 150;

/** A line at the top while the next screen is on its way. */
export const NavigationProgress = () => {
  const { t } = useLingui();
  const busy = useSyncExternalStore(subscribeToLoading, isLoadingScreen);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!shown) return null;
  return (
    <chakra.div
      role="progressbar"
      aria-label={t`Loading`}
      position="fixed"
      insetInline="0"
      top="0"
      height="0.5"
      zIndex="snackbar"
      overflow="hidden"
    >
      <chakra.div
        width="40%"
        height="full"
        bg="primary"
        animation="progress 1.1s ease-in-out infinite"
        _highContrast={{ forcedColorAdjust: 'none', bg: 'Highlight' }}
      />
    </chakra.div>
  );
};
