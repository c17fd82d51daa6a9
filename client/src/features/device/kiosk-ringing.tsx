import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { PhoneOff, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { playTone } from '#client/media/tones.ts';
import { volumeAtom } from '#client/stage/device-choice.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';

export interface KioskRingingProps {
  /** Who calls. */
  readonly name: string;
  /** Whose call the kiosk is asked to join; null: one between the two. */
  readonly group: string | null;
  /** Seconds until it answers by itself; null: somebody has to touch it. */
  readonly answersInS: number | null;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

/** Over everything, to be seen and heard across a room, with two places to touch. */
export const KioskRinging = ({ name, group, answersInS, onAccept, onDecline }: KioskRingingProps) => {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const says =
    group === null
      ? answersInS === null
        ? t`is calling`
        : t`is calling. Answering by itself in ${plural(answersInS, { one: '# second', other: '# seconds' })}`
      : answersInS === null
        ? t`invites you into the call “${group}”`
        : t`invites you into the call “${group}”. Joining by itself in ${plural(answersInS, { one: '# second', other: '# seconds' })}`;
  const volume = useAtomValue(volumeAtom);
  useEffect(() => playTone('incoming', volume), [volume]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <chakra.section
      role="alertdialog"
      aria-modal
      aria-labelledby="kiosk-ringing-name"
      data-testid="kiosk-ringing"
      position="fixed"
      inset="0"
      zIndex="menu"
      bg="stage"
      color="stage.ink"
      colorScheme="dark"
      display="grid"
      gridTemplateRows="1fr auto"
      p="max(1.5rem, 5vmin)"
      animation="appear 200ms"
    >
      <chakra.div display="grid" alignContent="center" justifyItems="center" gap="4" textAlign="center">
        <chakra.span position="relative" display="inline-grid" mb="6">
          {[0, 1].map((index) => (
            <chakra.span
              key={index}
              aria-hidden
              position="absolute"
              inset="0"
              borderRadius="full"
              border="3px solid"
              borderColor="speaking"
              animation="ripple 2.4s infinite"
              opacity="0"
              style={{ animationDelay: `${index * 1.2}s` }}
            />
          ))}
          <Avatar name={name} size="clamp(7rem, 24vmin, 14rem)" />
        </chakra.span>
        <chakra.h1
          ref={heading}
          tabIndex={-1}
          outline="none"
          id="kiosk-ringing-name"
          fontSize="clamp(2rem, 6vmin, 3.5rem)"
          fontWeight="semibold"
          lineHeight="1.2"
          overflowWrap="anywhere"
        >
          {name}
        </chakra.h1>
        <chakra.p textStyle="heading" fontWeight="regular" color="stage.muted" role="status">
          {says}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="5">
        <Button
          variant="danger"
          minH="5rem"
          minW="13rem"
          shape="pill"
          fontSize="1.25rem"
          data-testid="kiosk-decline"
          onClick={onDecline}
        >
          <PhoneOff aria-hidden />
          <Trans>Decline</Trans>
        </Button>
        <Button
          minH="5rem"
          minW="13rem"
          shape="pill"
          fontSize="1.25rem"
          bg="#4C7822"
          color="#FFFFFF"
          _hover={{ bg: '#3F661B' }}
          data-testid="kiosk-accept"
          onClick={onAccept}
        >
          <Video aria-hidden />
          {group === null ? <Trans>Answer</Trans> : <Trans>Join</Trans>}
        </Button>
      </chakra.div>
    </chakra.section>
  );
};
