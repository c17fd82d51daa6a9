import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router-dom';
import { holdsChanges, leave } from '#client/ui/leave-guard.ts';
import { createBrowserHistory } from './browser-history.ts';

const history = createBrowserHistory({ window, holdsChanges, leave });

/** The current location, and navigation. */
export const AppRouter = ({ children }: { readonly children: ReactNode }) => {
  const [step, setStep] = useState(history.current);
  // The screen stays until the next one is there.
  useLayoutEffect(() => history.listen((next) => startTransition(() => setStep(next))), []);
  return (
    <Router location={step.location} navigationType={step.type} navigator={history.navigator}>
      {children}
    </Router>
  );
};
