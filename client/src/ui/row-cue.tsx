import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface RowCueProps {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  /** Now is a good moment: someone is there. */
  readonly inviting: boolean;
}

/** What a click on a row does, at its end. The row is the button; this only looks like one. On a phone the icon is enough. */
export const RowCue = ({ icon: Icon, children, inviting }: RowCueProps) => (
  <Button
    size="sm"
    variant={inviting ? 'solid' : 'ghost'}
    {...(!inviting && { color: 'ink.muted' })}
    pointerEvents="none"
    tabIndex={-1}
    aria-hidden
  >
    <Icon aria-hidden />
    <chakra.span display={{ base: 'none', sm: 'inline' }}>{children}</chakra.span>
  </Button>
);
