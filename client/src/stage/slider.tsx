import { chakra } from '@chakra-ui/react';

const Range = chakra('input', {
  base: {
    display: 'block',
    width: 'full',
    minW: '0',
    height: '6',
    m: '0',
    bg: 'transparent',
    cursor: 'pointer',
    accentColor: 'var(--h-colors-speaking)',
    _highContrast: { accentColor: 'Highlight' },
  },
});

export interface SliderProps {
  readonly label: string;
  /** What is read out instead of the number. */
  readonly valueText: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** The browser's own: arrow keys, Home and End, and touch work as everywhere. */
export const Slider = ({ label, valueText, onChange, ...range }: SliderProps) => (
  <Range
    type="range"
    aria-label={label}
    aria-valuetext={valueText}
    {...range}
    onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
  />
);
