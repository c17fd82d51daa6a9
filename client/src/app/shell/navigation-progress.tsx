import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isLoadingScreen, subscribeToLoading } from '#client/app/load-screen.ts';
import { Progress } from '#client/ui/progress.tsx';

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
  return shown && <Progress label={t`Loading`} fixed />;
};
