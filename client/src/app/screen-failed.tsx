import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { callWindowAtom } from '#client/ui/on-stage.ts';
import { lazyScreen, retryScreens } from './load-screen.ts';
import { reload, Splash } from './splash.tsx';

const ErrorScreen = lazyScreen('pages', async () => (await import('./error-screen.tsx')).ErrorScreen);

export interface ScreenFailedProps {
  readonly error: unknown;
  /** Shows the screen again. */
  readonly onAgain: () => void;
}

/**
 * In the place of a screen that could not be shown: the error page, or the wait for a server that cannot even send that. A reload
 * gets newer chunks too, after a deployment; in a call the screen is shown again instead, because a reload interrupts the call.
 */
export const ScreenFailed = ({ error, onAgain }: ScreenFailedProps) => {
  const inCall = useAtomValue(callWindowAtom);
  const [ready, setReady] = useState(ErrorScreen.isLoaded);
  useEffect(() => {
    // If it cannot be loaded, the wait says why.
    void ErrorScreen.preload('quietly').then(() => setReady(ErrorScreen.isLoaded()));
  }, []);
  const again = () => {
    retryScreens();
    onAgain();
  };
  if (!ready) return <Splash onBack={inCall ? again : reload} />;
  return <ErrorScreen error={error} inCall={inCall} onAgain={again} />;
};
