import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { VideoView } from '#client/stage/video-view.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { SelfView } from './self-view.tsx';

/** An avatar from which rings spread: something is on its way to someone. */
export const RingingAvatar = ({
  name,
  still = false,
}: {
  readonly name: string;
  readonly still?: boolean;
}) => (
  <chakra.span position="relative" display="inline-grid" placeItems="center" my="6">
    {!still &&
      [0, 1].map((index) => (
        <chakra.span
          key={index}
          aria-hidden
          position="absolute"
          inset="0"
          borderRadius="full"
          border="2px solid"
          borderColor="speaking"
          animation="ripple 2.4s infinite"
          opacity="0"
          style={{ animationDelay: `${index * 1.2}s` }}
        />
      ))}
    <Avatar name={name} size="7.5rem" />
  </chakra.span>
);

export interface CallingViewProps {
  readonly name: string;
  /** What is going on. */
  readonly children: ReactNode;
  readonly local: LocalMediaSnapshot | null;
  readonly still?: boolean;
}

/** Before the other side is there: the person who is called, in the colours of one's own room, and oneself in the corner. */
export const CallingView = ({ name, children, local, still }: CallingViewProps) => {
  const track = local ? liveTrack(local.camera) : null;
  return (
    <chakra.div flex="1" minH="0" position="relative" display="grid" placeItems="center" overflow="hidden">
      <chakra.div
        aria-hidden
        position="absolute"
        inset="0"
        opacity="0.5"
        filter="blur(48px) saturate(1.2)"
        transform="scale(1.2)"
      >
        <VideoView track={track} mirrored label="" kind="self" />
      </chakra.div>
      <chakra.div position="relative" display="grid" justifyItems="center" px="6" textAlign="center">
        <RingingAvatar name={name} still={still ?? false} />
        <chakra.h1 textStyle="title" overflowWrap="anywhere">
          {name}
        </chakra.h1>
        <chakra.p mt="2" color="stage.ink" opacity="0.85" minH="7" data-testid="call-phase">
          {children}
        </chakra.p>
      </chakra.div>
      <SelfView local={local} />
    </chakra.div>
  );
};
