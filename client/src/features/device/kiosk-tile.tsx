import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface KioskTileProps {
  /** An avatar of the size `TILE_PICTURE`. */
  readonly picture: ReactNode;
  readonly title: string;
  readonly detail: ReactNode;
  /** What a touch does, as a verb and a name: `Call Alice`. */
  readonly label: string;
  /** The verb alone. */
  readonly verb: string;
  /** Of lucide-react. */
  readonly icon: ReactNode;
  /** Possible, but not what is expected to succeed just now. */
  readonly faint?: boolean;
  readonly onTouch: () => void;
}

/** Everything in a tile is measured by the tile: one that fills the screen is read from the other end of the room. */
export const TILE_PICTURE = 'min(26cqh, 26cqw)';

/** One person or group: the larger the tile, the larger all that is in it. */
export const KioskTile = ({
  picture,
  title,
  detail,
  label,
  verb,
  icon,
  faint = false,
  onTouch,
}: KioskTileProps) => (
  <chakra.li
    position="relative"
    minW="0"
    minH="0"
    containerType="size"
    bg={faint ? 'transparent' : 'contents'}
    border="1px solid"
    borderColor="line.control"
    borderRadius="xl"
    boxShadow={faint ? 'none' : 'sm'}
    transition="background-color 120ms"
    _hover={{ bg: 'contents.hover' }}
  >
    {/* Over all of it: its name says what a touch does, below it stands whom it is about. */}
    <chakra.button
      type="button"
      aria-label={label}
      data-testid="kiosk-tile"
      onClick={onTouch}
      position="absolute"
      inset="0"
      zIndex="1"
      width="full"
      borderRadius="xl"
      _focusVisible={{ outline: '0.3rem solid', outlineColor: 'focus', outlineOffset: '0.1rem' }}
    />
    <chakra.span
      height="full"
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="space-evenly"
      gap="1"
      px="5cqw"
      py="2cqh"
      textAlign="center"
      overflow="hidden"
    >
      {picture}
      <chakra.span display="grid" justifyItems="center" maxW="full" minW="0">
        <chakra.span
          data-testid="kiosk-tile-name"
          fontSize="clamp(1.125rem, min(12cqh, 9cqw), 9rem)"
          fontWeight="semibold"
          lineHeight="1.2"
          lineClamp="2"
          maxW="full"
          overflowWrap="anywhere"
        >
          {title}
        </chakra.span>
        <chakra.span
          fontSize="clamp(0.9375rem, min(7cqh, 6cqw), 4rem)"
          lineHeight="1.3"
          maxW="full"
          color="ink.muted"
          display="flex"
          gap="0.4em"
          alignItems="center"
          css={{ '& > :empty': { width: '0.6em', height: '0.6em' } }}
        >
          {detail}
        </chakra.span>
      </chakra.span>
      <chakra.span
        aria-hidden
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        gap="0.5em"
        flexShrink="0"
        minW="min(60%, 9em)"
        minH="1.9em"
        px="0.9em"
        fontSize="clamp(1rem, min(9cqh, 7cqw), 5rem)"
        lineHeight="1"
        fontWeight="semibold"
        borderRadius="full"
        bg={faint ? 'primary.subtle' : 'primary'}
        color={faint ? 'primary.onSubtle' : 'primary.contrast'}
        css={{ '& svg': { width: '1.2em', height: '1.2em' } }}
      >
        {icon}
        {verb}
      </chakra.span>
    </chakra.span>
  </chakra.li>
);
