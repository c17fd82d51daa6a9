import { chakra } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';

export interface HeaderBarProps {
  readonly children?: ReactNode;
  /** Of the line that the buttons stand in. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** The header's place at the top. */
export const HeaderBar = ({ children, ref }: HeaderBarProps) => (
  <chakra.header
    position="sticky"
    top="0"
    zIndex="header"
    bg="color-mix(in srgb, var(--h-colors-navigation) 88%, transparent)"
    backdropFilter="blur(12px)"
    borderBottom="1px solid"
    borderColor="line"
    pt="env(safe-area-inset-top)"
  >
    <chakra.div
      ref={ref}
      display="flex"
      alignItems="center"
      gap={{ base: '2', md: '6' }}
      height={{ base: '14', md: '16' }}
      px={{ base: '4', md: '6' }}
      mx="auto"
      maxW="wide"
    >
      {children}
    </chakra.div>
  </chakra.header>
);
