import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { initialsOf, tintOf } from './avatar-look.ts';

export interface AvatarProps {
  readonly name: string;
  /** CSS length; 2.75rem by default. */
  readonly size?: string;
  /** Instead of the initials; false: none. */
  readonly icon?: ReactNode;
  /** At the lower edge: a StatusDot. */
  readonly status?: ReactNode;
}

/** Initials on a colour that belongs to the name. Decoration: the name stands beside it. */
export const Avatar = ({ name, size = '2.75rem', icon, status }: AvatarProps) => {
  const tint = tintOf(name);
  return (
    <chakra.span position="relative" flexShrink="0" width={size} height={size} display="inline-block">
      <chakra.span
        aria-hidden
        display="grid"
        placeItems="center"
        width="full"
        height="full"
        borderRadius="full"
        fontWeight="semibold"
        fontSize={`calc(${size} * 0.36)`}
        lineHeight="1"
        letterSpacing="0.01em"
        style={{ backgroundColor: tint.ground, color: tint.ink }}
      >
        {icon || initialsOf(name)}
      </chakra.span>
      {status && (
        <chakra.span position="absolute" insetEnd="-1px" bottom="-1px">
          {status}
        </chakra.span>
      )}
    </chakra.span>
  );
};

/** Where a picture would be: the avatar in the light of its own colour. Fills its place. */
export const AvatarGround = ({ name, size }: Required<Pick<AvatarProps, 'name' | 'size'>>) => (
  <chakra.div
    position="absolute"
    inset="0"
    display="grid"
    placeItems="center"
    style={{
      backgroundImage: `radial-gradient(circle at center, color-mix(in srgb, ${tintOf(name).ground} 55%, transparent), transparent 75%)`,
    }}
  >
    <Avatar name={name} size={size} />
  </chakra.div>
);
