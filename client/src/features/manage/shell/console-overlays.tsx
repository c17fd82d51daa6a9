import { useAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { consoleOverlayAtom } from './palette-state.ts';
import { useRememberedCustomer } from './remembered-customer.ts';
import { useConsoleKeys } from './use-console-keys.ts';
import { useCustomerInForce } from './use-customer-in-force.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutsSheet = lazy(async () => ({
  default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
}));

/** What opens above every screen of the console, and the keys that open it. */
export const ConsoleOverlays = () => {
  const [overlay, setOverlay] = useAtom(consoleOverlayAtom);
  useConsoleKeys();
  useRememberedCustomer();
  useCustomerInForce();
  const close = () => setOverlay(null);
  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'shortcuts' && <ShortcutsSheet onClose={close} />}
    </Suspense>
  );
};
