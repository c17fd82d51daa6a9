import { startTransition, useOptimistic, useState } from 'react';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import type { PANEL_IDS } from './panel-ids.ts';

/** As `md` of the theme: below it a panel covers the stage. */
const NARROW = '(max-width: 767px)';

export type PanelName = keyof typeof PANEL_IDS;

export interface SidePanelState {
  readonly open: PanelName | null;
  /** The button shows at once that it was pressed; what it opens moves all pictures, and may take a moment longer. */
  readonly pressed: PanelName | null;
  /** The panel lies over the stage. */
  readonly covers: boolean;
  readonly toggle: (name: PanelName, by: 'button' | 'key') => void;
  readonly show: (name: PanelName) => void;
  readonly close: () => void;
}

/** Which panel stands beside the pictures; at most one. */
export function useSidePanel(): SidePanelState {
  const [open, setOpen] = useState<PanelName | null>(null);
  const [pressed, press] = useOptimistic(open);
  const covers = useMediaQuery(NARROW) && open !== null;
  return {
    open,
    pressed,
    covers,
    toggle(name, by) {
      const next = open === name ? null : name;
      // A person who pressed a key may continue typing, so the panel must open or close at once.
      if (by === 'key' || next === null) setOpen(next);
      else
        startTransition(() => {
          press(next);
          setOpen(next);
        });
    },
    show: setOpen,
    close: () => setOpen(null),
  };
}
