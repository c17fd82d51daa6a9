import { chakra } from '@chakra-ui/react';

/** Never the only sign: the word stands beside it, or is its `label`. */
export const StatusDot = chakra('span', {
  base: {
    display: 'inline-block',
    flexShrink: '0',
    width: '3.5',
    height: '3.5',
    borderRadius: 'full',
    border: '2px solid',
    borderColor: 'contents',
    verticalAlign: 'middle',
    _highContrast: { forcedColorAdjust: 'none', borderColor: 'Canvas' },
  },
  variants: {
    tone: {
      success: { bg: 'success.solid', _highContrast: { bg: 'CanvasText' } },
      danger: { bg: 'live', _highContrast: { bg: 'CanvasText' } },
      warning: { bg: 'warning.solid', _highContrast: { bg: 'CanvasText' } },
      /** Hollow, so that it can be told from the others without colour. */
      neutral: {
        bg: 'contents',
        boxShadow: 'inset 0 0 0 2px var(--h-colors-line-control)',
        _highContrast: { bg: 'Canvas', boxShadow: 'inset 0 0 0 2px CanvasText' },
      },
    },
    bare: { true: { width: '2.5', height: '2.5', border: '0' } },
  },
  defaultVariants: { tone: 'neutral' },
});
