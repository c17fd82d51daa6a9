import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** An icon of lucide-react, 24 px. */
  readonly icon: ReactNode;
  readonly title: string;
  /** `h1` where this is all there is on the screen; `p` by default. */
  readonly titleAs?: 'p' | 'h1';
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
}

/** Where a list would be: says why it is empty and what to do. */
export const EmptyState = ({ icon, title, titleAs = 'p', children, action }: EmptyStateProps) => (
  <chakra.div
    display="grid"
    gridTemplateColumns="minmax(0, 1fr)"
    justifyItems="center"
    gap="3"
    overflowWrap="anywhere"
    px="6"
    py={{ base: '10', md: '14' }}
    textAlign="center"
  >
    <chakra.span
      display="grid"
      placeItems="center"
      width="14"
      height="14"
      borderRadius="full"
      color="primary.onSubtle"
      bg="primary.subtle"
      boxShadow="0 0 0 8px color-mix(in srgb, var(--h-colors-primary-subtle) 45%, transparent)"
      mb="3"
    >
      {icon}
    </chakra.span>
    <chakra.p as={titleAs} textStyle="subheading">
      {title}
    </chakra.p>
    {children && (
      <chakra.div textStyle="small" color="ink.muted" maxW="96">
        {children}
      </chakra.div>
    )}
    {action && <chakra.div mt="2">{action}</chakra.div>}
  </chakra.div>
);
