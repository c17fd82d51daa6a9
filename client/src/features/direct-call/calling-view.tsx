import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { SoftPicture } from '#client/stage/soft-picture.tsx';
import { RingingAvatar } from '#client/ui/ringing-avatar.tsx';
import { SelfView } from './self-view.tsx';

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
      <chakra.div aria-hidden position="absolute" inset="0" opacity="0.5">
        <SoftPicture track={track} />
      </chakra.div>
      <chakra.div position="relative" display="grid" justifyItems="center" px="6" textAlign="center">
        <RingingAvatar name={name} size="7.5rem" still={still ?? false} my="6" />
        <chakra.h1 textStyle="title" overflowWrap="anywhere">
          {name}
        </chakra.h1>
        <chakra.div mt="2" color="stage.ink" opacity="0.85" minH="7" data-testid="call-phase">
          {children}
        </chakra.div>
      </chakra.div>
      <SelfView local={local} />
    </chakra.div>
  );
};
