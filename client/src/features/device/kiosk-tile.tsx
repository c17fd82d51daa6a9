import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface KioskTileProps {
  /** An avatar. */
  readonly picture: ReactNode;
  readonly title: string;
  readonly detail: ReactNode;
  /** What a touch does, as a verb and a name: `Call Alice`. */
  readonly label: string;
  /** Of lucide-react. */
  readonly icon: ReactNode;
  /** Possible, but not what is expected to succeed just now. */
  readonly faint?: boolean;
  readonly onTouch: () => void;
}

/** One person or group, large enough for a fingertip of somebody in a hurry. */
export const KioskTile = ({
  picture,
  title,
  detail,
  label,
  icon,
  faint = false,
  onTouch,
}: KioskTileProps) => (
  <chakra.li
    position="relative"
    minW="0"
    display="flex"
    alignItems="center"
    gap="4"
    minH="24"
    px="5"
    py="4"
    bg={faint ? 'transparent' : 'contents'}
    border="1px solid"
    borderColor="line"
    borderRadius="xl"
    boxShadow={faint ? 'none' : 'sm'}
    transition="background-color 120ms, transform 120ms"
    _hover={{ bg: 'contents.hover' }}
    _active={{ transform: 'scale(0.985)' }}
  >
    {/* Over all of it: its name says what a touch does, beside it stands whom it is about. */}
    <chakra.button
      type="button"
      aria-label={label}
      onClick={onTouch}
      position="absolute"
      inset="0"
      zIndex="1"
      width="full"
      borderRadius="xl"
    />
    {picture}
    <chakra.span flex="1" minW="0" display="grid" gap="0.5">
      <chakra.span textStyle="heading" lineClamp="2">
        {title}
      </chakra.span>
      <chakra.span textStyle="small" color="ink.muted" display="flex" gap="2" alignItems="center">
        {detail}
      </chakra.span>
    </chakra.span>
    <chakra.span
      aria-hidden
      display="grid"
      placeItems="center"
      flexShrink="0"
      width="14"
      height="14"
      borderRadius="full"
      bg={faint ? 'primary.subtle' : 'primary'}
      color={faint ? 'primary.onSubtle' : 'primary.contrast'}
    >
      {icon}
    </chakra.span>
  </chakra.li>
);
