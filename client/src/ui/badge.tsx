import { chakra, type SystemStyleObject } from '@chakra-ui/react';

export const badgeStyle: SystemStyleObject = {
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
};

export const badgeTones = {
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
} satisfies Readonly<Record<string, SystemStyleObject>>;

/** A word or a number about what it stands beside. In a table of the console: see `CellBadge`. */
export const Badge = chakra('span', {
  base: badgeStyle,
  variants: { tone: badgeTones },
  defaultVariants: { tone: 'neutral' },
});
