import { chakra } from '@chakra-ui/react';

export interface ProgressProps {
  /** What is being done, for screen readers. */
  readonly label: string;
  /** At the top of the window. */
  readonly fixed?: boolean;
}

/** For work whose end is not known: a line that runs along the top of what it belongs to (`position: relative`). */
export const Progress = ({ label, fixed = false }: ProgressProps) => (
  <chakra.div
    role="progressbar"
    aria-label={label}
    position={fixed ? 'fixed' : 'absolute'}
    insetInline="0"
    top="0"
    height="0.5"
    overflow="hidden"
    borderTopRadius="inherit"
    zIndex={fixed ? 'snackbar' : '1'}
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
