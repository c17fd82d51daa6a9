import { chakra } from '@chakra-ui/react';
import { CallTimer } from '#client/stage/call-timer.tsx';
import { GuestMark } from '#client/stage/guest-mark.tsx';
import { QualityBadge } from '#client/stage/quality-badge.tsx';
import { StageTitle } from '#client/stage/stage.tsx';
import type { DirectCallView } from './direct-call-atom.ts';

/** With whom one talks, since when, and how it is received; over the picture. */
export const CallHeader = ({
  view,
  name,
  guest,
  connectedAt,
}: {
  readonly view: DirectCallView;
  readonly name: string;
  readonly guest: boolean;
  readonly connectedAt: number;
}) => (
  <chakra.header
    position="absolute"
    top="0"
    insetInline="0"
    zIndex="1"
    display="flex"
    alignItems="center"
    gap="3"
    px="4"
    pt="max(0.75rem, env(safe-area-inset-top))"
    pb="6"
    bgGradient="to-b"
    gradientFrom="rgb(0 0 0 / 0.55)"
    gradientTo="transparent"
    pointerEvents="none"
  >
    <StageTitle>
      <chakra.h1 textStyle="subheading" truncate minW="0">
        {name}
      </chakra.h1>
      {guest && <GuestMark />}
      <chakra.span textStyle="small" opacity="0.85">
        <CallTimer since={connectedAt} />
      </chakra.span>
    </StageTitle>
    <chakra.span marginInlineStart="auto" pointerEvents="auto">
      {view.snapshot.quality && <QualityBadge quality={view.snapshot.quality} />}
    </chakra.span>
  </chakra.header>
);
