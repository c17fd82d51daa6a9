import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'info' | 'success' | 'warning' | 'error';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    px: '4',
    py: '3',
    borderRadius: 'md',
    textStyle: 'small',
    '& > svg': { flexShrink: '0', mt: '0.5', width: '1.125rem', height: '1.125rem' },
  },
  variants: {
    tone: {
      info: { bg: 'primary.subtle', color: 'primary.onSubtle' },
      success: { bg: 'success.subtle', color: 'success' },
      warning: { bg: 'warning.subtle', color: 'warning' },
      error: { bg: 'danger.subtle', color: 'danger' },
    },
  },
});

export interface BannerProps {
  readonly tone: Tone;
  /** Of lucide-react; the tone's own by default. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** A button or a link below the text. */
  readonly action?: ReactNode;
}

/** Something to know that stays in its place. Errors are announced at once, the rest when there is time. */
export const Banner = ({ tone, icon, children, action }: BannerProps) => {
  const Icon = icons[tone];
  return (
    <Box tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {icon ?? <Icon aria-hidden />}
      <chakra.div display="grid" gap="2" flex="1">
        <div>{children}</div>
        {action}
      </chakra.div>
    </Box>
  );
};
