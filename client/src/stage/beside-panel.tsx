import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Spinner } from '#client/ui/spinner.tsx';
import { WaitNote } from '#client/ui/waiting.tsx';
import { LOW_WINDOW } from './bar-width.ts';

export interface BesidePanelProps {
  /** Null: none is open. */
  readonly panel: ReactNode;
  /** The panel lies over the stage, which is out of reach then. */
  readonly covered: boolean;
  /** The `ControlBar`. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The pictures of a call, the panel beside them, and the controls below both: they don't move as a panel opens, so a second press
 * on the same spot closes it, and never meets the button that ends the call.
 */
export const BesidePanel = ({ panel, covered, controls, children }: BesidePanelProps) => (
  <chakra.div
    flex="1"
    minH="0"
    position="relative"
    display="grid"
    gridTemplateColumns="minmax(0, 1fr) auto"
    gridTemplateRows="minmax(0, 1fr) auto"
  >
    <chakra.div
      minW="0"
      minH="0"
      display="flex"
      flexDirection="column"
      position="relative"
      inert={covered}
      // Where there is no room for all of it the controls stay whole, and the rest is scrolled.
      css={{ [LOW_WINDOW]: { overflowY: 'auto' } }}
    >
      {children}
    </chakra.div>
    {controls && (
      <chakra.div gridRow="2" gridColumn="1 / -1" inert={covered}>
        {controls}
      </chakra.div>
    )}
    {panel}
  </chakra.div>
);

/** The place of a panel (`SidePanel`), so that the pictures move once. */
export const PanelFrame = chakra('div', {
  base: {
    position: { base: 'absolute', md: 'relative' },
    inset: { base: '0', md: 'auto' },
    zIndex: { base: '4', md: 'auto' },
    flexShrink: '0',
    width: { base: 'auto', md: '80', xl: '96' },
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: '3',
    px: '4',
    textAlign: 'center',
    bg: { base: 'stage', md: 'stage.tile' },
  },
});

/** While a panel is loaded. */
export const PanelLoading = () => (
  <PanelFrame>
    <Spinner size="1.5rem" />
    <WaitNote />
  </PanelFrame>
);
