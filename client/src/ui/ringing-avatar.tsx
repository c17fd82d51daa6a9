import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { Avatar } from './avatar.tsx';

export interface RingingAvatarProps extends HTMLChakraProps<'span'> {
  readonly name: string;
  /** CSS length. */
  readonly size: string;
  readonly ring?: '2px' | '3px';
  /** Without the rings. */
  readonly still?: boolean;
}

/** An avatar from which rings spread: something is on its way to someone. */
export const RingingAvatar = ({ name, size, ring = '2px', still = false, ...place }: RingingAvatarProps) => (
  <chakra.span position="relative" display="inline-grid" placeItems="center" {...place}>
    {!still &&
      [0, 1].map((index) => (
        <chakra.span
          key={index}
          aria-hidden
          position="absolute"
          inset="0"
          borderRadius="full"
          border={`${ring} solid`}
          borderColor="speaking"
          animation="ripple 2.4s infinite"
          opacity="0"
          style={{ animationDelay: `${index * 1.2}s` }}
        />
      ))}
    <Avatar name={name} size={size} />
  </chakra.span>
);
