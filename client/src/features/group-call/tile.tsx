import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleDot, Hand, MicOff, MonitorUp, Pin, PinOff, Volume2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { ShownSize } from '#client/call/group/received-layer.ts';
import { GuestMark } from '#client/stage/guest-mark.tsx';
import type { Box } from '#client/stage/layout/grid-layout.ts';
import { SpeakingRing, TileChip } from '#client/stage/layout/tile-parts.tsx';
import { QualityBars } from '#client/stage/quality-badge.tsx';
import { useQualityText } from '#client/stage/quality-text.ts';
import { useNamedInCall } from '#client/stage/use-named-in-call.ts';
import { useSourceLabel } from '#client/stage/use-source-label.ts';
import { VideoView } from '#client/stage/video-view.tsx';
import { Zoomable } from '#client/stage/zoomable.tsx';
import { AvatarGround } from '#client/ui/avatar.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { MutedForMe } from './muted-for-me.tsx';
import type { Person } from './people.ts';
import type { Picture } from './pictures.ts';
import { useShownSize } from './use-shown-size.ts';

/** Narrower than this there is space for the name alone. */
const ROOMY_PX = 150;

export interface TileProps {
  readonly picture: Picture;
  readonly box: Box;
  /** It has the stage. */
  readonly front: boolean;
  readonly pinned: boolean;
  /** By the key of a picture; null: none is kept large any more. */
  readonly onPin: (key: string | null) => void;
  /** Sets how loud one hears the person. */
  readonly onVolume: (person: Person) => void;
  /** At which size it is seen; null: not at all. */
  readonly onShown: (picture: Picture, size: ShownSize | null) => void;
}

const isSame = (one: object, other: object): boolean =>
  Object.entries(other).every(([name, value]) => Object.is(Reflect.get(one, name), value));

/** One picture, or the initials; whose it is, and whether they speak, are muted, raise a hand, or are gone for a moment. */
const OneTile = ({ picture, box, front, pinned, onPin, onVolume, onShown }: TileProps) => {
  const ref = useRef<HTMLLIElement>(null);
  useShownSize(ref, (size) => onShown(picture, size));
  const [focused, setFocused] = useState(false);
  const { t } = useLingui();
  const { person, source } = picture;
  const name = useNamedInCall()(person);
  const isCamera = source === 'camera';
  const guest = person.kind === 'guest' && !person.self;
  const whose = person.self ? t`You` : guest ? name : person.name;
  const label = useSourceLabel()(source, { label: whose, named: name });
  const roomy = box.width >= ROOMY_PX;
  const [upright, setUpright] = useState(false);
  // A camera fills its place, as in the grid; only a phone held upright is shown whole on a wide stage.
  const wholeOnStage = front && upright && box.width > box.height;
  return (
    <chakra.li
      ref={ref}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      data-testid="tile"
      data-tile-member={person.memberId ?? ''}
      data-source={source}
      data-front={front}
      data-speaking={person.speaking}
      listStyleType="none"
      position="absolute"
      top="0"
      left="0"
      overflow="hidden"
      borderRadius={roomy ? 'lg' : 'md'}
      bg="stage.tile"
      transition="transform 240ms, width 240ms, height 240ms"
      transitionTimingFunction="out"
      css={{ '& [data-pin]': { opacity: '0' }, '&:is(:hover, :focus-within) [data-pin]': { opacity: '1' } }}
      style={{
        width: `${box.width}px`,
        height: `${box.height}px`,
        transform: `translate(${box.x}px, ${box.y}px)`,
      }}
    >
      {isCamera ? (
        <AvatarGround name={person.name} size={`${Math.round(Math.min(box.width, box.height) * 0.36)}px`} />
      ) : (
        <chakra.div position="absolute" inset="0" display="grid" placeItems="center">
          <Spinner size="1.75rem" />
        </chakra.div>
      )}
      <chakra.div
        position="absolute"
        inset="0"
        filter={person.away ? 'saturate(0.4) brightness(0.6)' : undefined}
        transition="filter 200ms"
      >
        <Zoomable focused={focused} empty={picture.track === null}>
          <VideoView
            track={picture.track}
            fit={isCamera && !wholeOnStage ? 'cover' : 'contain'}
            onPicture={({ width, height }) => setUpright(height > width)}
            mirrored={isCamera && person.mirrored}
            label={isCamera ? (person.self ? t`Your video` : t`${name}’s video`) : label}
            kind={person.self ? 'self' : 'remote'}
            member={person.memberId ?? ''}
          />
        </Zoomable>
      </chakra.div>
      {person.away && (
        <chakra.div position="absolute" inset="0" display="grid" placeItems="center">
          <TileChip>
            <Spinner size="0.875rem" />
            {roomy && <Trans>Reconnecting…</Trans>}
          </TileChip>
        </chakra.div>
      )}
      {isCamera && <SpeakingRing on={person.speaking} rounded={roomy} />}
      {isCamera && <Marks person={person} />}
      <chakra.span
        data-pin
        position="absolute"
        top="1.5"
        insetEnd="1.5"
        display="inline-flex"
        gap="1.5"
        transition="opacity 120ms"
      >
        {isCamera && !person.self && roomy && (
          <IconButton
            label={t`Volume of ${name}`}
            variant="stage"
            size="sm"
            shape="round"
            onClick={() => onVolume(person)}
          >
            <Volume2 aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={pinned ? t`Unpin ${label}` : t`Pin ${label}`}
          variant="stage"
          size="sm"
          shape="round"
          aria-pressed={pinned}
          data-testid="pin"
          onClick={() => onPin(pinned ? null : picture.key)}
        >
          {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        </IconButton>
      </chakra.span>
      <chakra.div
        position="absolute"
        insetInline={roomy ? '2' : '1'}
        bottom={roomy ? '2' : '1'}
        display="flex"
        justifyContent="space-between"
        alignItems="flex-end"
        gap="1"
        pointerEvents="none"
      >
        <TileChip>
          {!isCamera && <MonitorUp size={14} aria-hidden />}
          {isCamera && person.muted && (
            <MicOff size={14} role="img" aria-label={t`Muted`} data-testid="muted" />
          )}
          {isCamera && !person.self && <MutedForMe person={person} size={14} />}
          <chakra.span truncate minW="0">
            {isCamera && guest ? person.name : label}
          </chakra.span>
          {isCamera && guest && <GuestMark small={!roomy} />}
        </TileChip>
        {isCamera && roomy && <TileQuality person={person} />}
      </chakra.div>
    </chakra.li>
  );
};

/** Drawn again only when there is something new on it: in a large call someone's figures change all the time. */
export const Tile = memo(
  OneTile,
  ({ picture: pictureBefore, box: boxBefore, ...before }, { picture, box, ...now }) =>
    isSame(pictureBefore, picture) && isSame(boxBefore, box) && isSame(before, now),
);

/** A raised hand, and that someone records. */
const Marks = ({ person }: { readonly person: Person }) => {
  const { t } = useLingui();
  if (person.handRaisedAt === null && !person.recording) return null;
  return (
    <chakra.span position="absolute" top="2" insetStart="2" display="inline-flex" gap="1.5">
      {person.handRaisedAt !== null && (
        <chakra.span
          role="img"
          aria-label={t`Hand raised`}
          data-testid="hand"
          display="grid"
          placeItems="center"
          width="8"
          height="8"
          borderRadius="full"
          bg="#E3B34C"
          color="#1B1405"
          animation="rise 240ms"
        >
          <Hand size={18} aria-hidden />
        </chakra.span>
      )}
      {person.recording && (
        <TileChip>
          <chakra.span color="live" display="inline-flex">
            <CircleDot size={14} role="img" aria-label={t`Recording`} />
          </chakra.span>
        </TileChip>
      )}
    </chakra.span>
  );
};

const TileQuality = ({ person }: { readonly person: Person }) => {
  const text = useQualityText();
  if (!person.quality) return null;
  const words = text(person);
  return (
    <Tooltip text={words}>
      <chakra.span
        data-quality={person.quality}
        pointerEvents="auto"
        display="inline-flex"
        p="1.5"
        borderRadius="full"
        bg="rgb(10 12 18 / 0.62)"
      >
        <QualityBars quality={person.quality} label={words} />
      </chakra.span>
    </Tooltip>
  );
};
