import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { VideoView } from '#client/stage/video-view.tsx';
import { Avatar } from '#client/ui/avatar.tsx';

/** An avatar from which rings spread: something is on its way to somebody. */
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
  /** Names one's own picture for those who cannot see it. */
  readonly selfLabel: string;
  readonly still?: boolean;
}

/** Before the other side is there: whoever is called, before one's own picture, so that one sees how one looks. */
export const CallingView = ({ name, children, local, selfLabel, still }: CallingViewProps) => {
  const track = local?.camera.status === 'live' ? local.camera.track : null;
  return (
    <chakra.div flex="1" minH="0" position="relative" display="grid" placeItems="center">
      <chakra.div
        aria-hidden={!track}
        position="absolute"
        inset="0"
        opacity="0.42"
        filter="blur(3px) saturate(0.85)"
        transform="scale(1.02)"
        css={{ maskImage: 'radial-gradient(120% 120% at 50% 40%, black 30%, transparent 100%)' }}
      >
        <VideoView track={track} mirrored label={selfLabel} kind="self" />
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
    </chakra.div>
  );
};
