import { chakra, type SystemStyleObject } from '@chakra-ui/react';

export const dotStyle: SystemStyleObject = {
  display: 'inline-block',
  flexShrink: '0',
  width: '3.5',
  height: '3.5',
  borderRadius: 'full',
  border: '2px solid',
  borderColor: 'contents',
  verticalAlign: 'middle',
  _highContrast: { forcedColorAdjust: 'none', borderColor: 'Canvas' },
};

export const dotTones = {
  success: { bg: 'success.solid', _highContrast: { bg: 'CanvasText' } },
  danger: { bg: 'live', _highContrast: { bg: 'CanvasText' } },
  warning: { bg: 'warning.solid', _highContrast: { bg: 'CanvasText' } },
  /** Hollow, so that it can be told from the others without colour. */
  neutral: {
    bg: 'contents',
    boxShadow: 'inset 0 0 0 2px var(--h-colors-line-control)',
    _highContrast: { bg: 'Canvas', boxShadow: 'inset 0 0 0 2px CanvasText' },
  },
} satisfies Readonly<Record<string, SystemStyleObject>>;

/** Without the edge that separates it from a face. */
export const bareDotStyle: SystemStyleObject = { width: '2.5', height: '2.5', border: '0' };

/** Never the only sign: the word stands beside it, or is its `label`. In a table of the console: see `CellDot`. */
export const StatusDot = chakra('span', {
  base: dotStyle,
  variants: { tone: dotTones, bare: { true: bareDotStyle } },
  defaultVariants: { tone: 'neutral' },
});
