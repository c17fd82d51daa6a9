import { chakra } from '@chakra-ui/react';

/** A word or a number about what it stands beside. */
export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2.5',
    py: '0.5',
    borderRadius: 'full',
    textStyle: 'caption',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    _highContrast: { outline: '1px solid' },
  },
  variants: {
    tone: {
      neutral: {
        bg: 'contents.hover',
        color: 'ink.muted',
        boxShadow: 'inset 0 0 0 1px var(--h-colors-line)',
      },
      info: { bg: 'primary.subtle', color: 'primary.onSubtle' },
      success: { bg: 'success.subtle', color: 'success' },
      warning: { bg: 'warning.subtle', color: 'warning' },
      danger: { bg: 'danger.subtle', color: 'danger' },
      live: { bg: 'danger.solid', color: 'danger.contrast' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});
