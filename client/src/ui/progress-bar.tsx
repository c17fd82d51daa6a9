import { chakra } from '@chakra-ui/react';

export interface ProgressBarProps {
  /** What is being done, for screen readers. */
  readonly label: string;
  /** How much is done, of `max`. */
  readonly value: number;
  readonly max: number;
}

/** For work whose end is known: a bar as wide as there is room. */
export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <chakra.span
    display="block"
    flex="1"
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={value}
    height="2"
    borderRadius="full"
    bg="contents.hover"
    overflow="hidden"
    boxShadow="inset 0 0 0 1px var(--h-colors-line)"
  >
    <chakra.span
      display="block"
      height="full"
      bg="primary"
      transition="width 300ms"
      _highContrast={{ forcedColorAdjust: 'none', bg: 'Highlight' }}
      style={{ width: `${max === 0 ? 100 : (value / max) * 100}%` }}
    />
  </chakra.span>
);
