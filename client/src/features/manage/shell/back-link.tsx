import { chakra } from '@chakra-ui/react';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ConsoleLink } from './console-link.tsx';

export interface BackLinkProps {
  /** Below `/manager`. */
  readonly to: string;
  /** The list that it leads to. */
  readonly children: ReactNode;
}

/** Above the heading of one object: the way back to its list. */
export const BackLink = ({ to, children }: BackLinkProps) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap="1"
    minH="6"
    textStyle="small"
    color="link"
    borderRadius="sm"
    _hover={{ textDecoration: 'underline' }}
    asChild
  >
    <ConsoleLink to={to}>
      <ChevronLeft size={16} aria-hidden />
      {children}
    </ConsoleLink>
  </chakra.span>
);
