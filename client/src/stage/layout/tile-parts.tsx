import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** On a picture: who it is, and what is special about them. */
export const TileChip = ({ children }: { readonly children: ReactNode }) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap="1.5"
    minW="0"
    minH="7"
    maxW="full"
    px="2.5"
    borderRadius="full"
    bg="rgb(10 12 18 / 0.62)"
    color="#F3F1EC"
    textStyle="caption"
    fontWeight="medium"
    css={{ '& svg': { flexShrink: '0' } }}
  >
    {children}
  </chakra.span>
);

/** Inside the tile, over the picture, so that it moves nothing. */
export const SpeakingRing = ({ on, rounded }: { readonly on: boolean; readonly rounded: boolean }) => (
  <chakra.div
    aria-hidden
    position="absolute"
    inset="0"
    borderRadius={rounded ? 'lg' : 'md'}
    border="3px solid"
    borderColor="speaking"
    opacity={on ? '1' : '0'}
    transition="opacity 200ms"
    pointerEvents="none"
  />
);
