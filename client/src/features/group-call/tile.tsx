import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MicOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Quality } from '#client/media/connection-stats.ts';
import { QualityBars } from '#client/stage/quality-badge.tsx';
import { VideoView } from '#client/stage/video-view.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Box } from './grid-layout.ts';
import { useShownSize } from './use-shown-size.ts';

export interface Person {
  /** Of the tile, for as long as the person is in the call. */
  readonly key: string;
  /** Of the member; for tests. */
  readonly memberId: string;
  readonly name: string;
  readonly self: boolean;
  readonly camera: MediaStreamTrack | null;
  readonly muted: boolean;
  readonly speaking: boolean;
  /** Their connection is being mended. */
  readonly away: boolean;
  readonly quality: Quality | null;
}

export interface TileProps {
  readonly person: Person;
  readonly box: Box;
  readonly onShown: (size: { readonly width: number; readonly height: number } | null) => void;
}

/** One person: the picture or the initials, the name, and whether they speak, are muted, or are gone for a moment. */
export const Tile = ({ person, box, onShown }: TileProps) => {
  const ref = useRef<HTMLLIElement>(null);
  const { t } = useLingui();
  useShownSize(ref, onShown);
  const { name } = person;
  const label = person.self ? t`You` : name;
  return (
    <chakra.li
      ref={ref}
      data-testid="tile"
      data-tile-member={person.memberId}
      data-speaking={person.speaking}
      listStyleType="none"
      position="absolute"
      top="0"
      left="0"
      overflow="hidden"
      borderRadius="lg"
      bg="stage.tile"
      transition="transform 240ms, width 240ms, height 240ms"
      transitionTimingFunction="out"
      style={{
        width: `${box.width}px`,
        height: `${box.height}px`,
        transform: `translate(${box.x}px, ${box.y}px)`,
      }}
    >
      <chakra.div position="absolute" inset="0" display="grid" placeItems="center">
        <Avatar name={name} size={`${Math.round(Math.min(box.width, box.height) * 0.36)}px`} />
      </chakra.div>
      <chakra.div
        position="absolute"
        inset="0"
        filter={person.away ? 'saturate(0.4) brightness(0.6)' : undefined}
        transition="filter 200ms"
      >
        <VideoView
          track={person.camera}
          mirrored={person.self}
          label={person.self ? t`Your own picture` : t`Picture of ${name}`}
          kind={person.self ? 'self' : 'remote'}
          member={person.memberId}
        />
      </chakra.div>
      {person.away && (
        <chakra.div position="absolute" inset="0" display="grid" placeItems="center">
          <Chip>
            <Spinner size="0.875rem" />
            <Trans>Reconnecting…</Trans>
          </Chip>
        </chakra.div>
      )}
      <SpeakingRing on={person.speaking} />
      <chakra.div
        position="absolute"
        insetInline="2"
        bottom="2"
        display="flex"
        justifyContent="space-between"
        alignItems="flex-end"
        gap="2"
      >
        <Chip>
          {person.muted && <MicOff size={14} role="img" aria-label={t`Muted`} data-testid="muted" />}
          <chakra.span truncate minW="0">
            {label}
          </chakra.span>
        </Chip>
        {person.quality && person.quality !== 'good' && (
          <Chip>
            <QualityBars
              quality={person.quality}
              label={person.quality === 'poor' ? t`Poor connection` : t`Fair connection`}
            />
          </Chip>
        )}
      </chakra.div>
    </chakra.li>
  );
};

const Chip = ({ children }: { readonly children: ReactNode }) => (
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
const SpeakingRing = ({ on }: { readonly on: boolean }) => (
  <chakra.div
    aria-hidden
    position="absolute"
    inset="0"
    borderRadius="lg"
    border="3px solid"
    borderColor="speaking"
    opacity={on ? '1' : '0'}
    transition="opacity 200ms"
    pointerEvents="none"
  />
);
