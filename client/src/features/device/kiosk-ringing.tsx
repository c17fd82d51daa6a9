import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { PhoneOff, Video } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { playTone } from '#client/media/tones.ts';
import { volumeAtom } from '#client/stage/device-choice.ts';
import { Button } from '#client/ui/button.tsx';
import { RingingAvatar } from '#client/ui/ringing-avatar.tsx';

/** Time to come into the picture, or to decline, before a device answers by itself. */
const ANSWER_AFTER_S = 3;

export interface KioskRingingProps {
  /** Who calls. */
  readonly name: string;
  /** Whose call the kiosk is asked to join; null: one between the two. */
  readonly group: string | null;
  /** It answers after a countdown; else someone has to touch it. */
  readonly byItself: boolean;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

const answerLook = {
  minH: 'max(5rem, 22vh)',
  minW: '0',
  px: '2',
  borderRadius: 'xl',
  fontSize: 'clamp(1.25rem, 6vmin, 5rem)',
  whiteSpace: 'normal',
} as const;

/** Over everything, to be seen and heard across a room, with two places to touch. */
export const KioskRinging = ({ name, group, byItself, onAccept, onDecline }: KioskRingingProps) => {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const answersInS = useCountdown(byItself, onAccept);
  const says =
    group === null
      ? answersInS === null
        ? t`is calling`
        : t`is calling. Answering automatically in ${plural(answersInS, { one: '# second', other: '# seconds' })}`
      : answersInS === null
        ? t`invites you to “${group}”`
        : t`invites you to “${group}”. Joining automatically in ${plural(answersInS, { one: '# second', other: '# seconds' })}`;
  const volume = useAtomValue(volumeAtom);
  useEffect(() => playTone('incoming', volume), [volume]);
  useEffect(() => {
    // Above a dialog that someone has left open.
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="kiosk-ringing-name"
      data-testid="kiosk-ringing"
      onCancel={(event) => event.preventDefault()}
      position="fixed"
      inset="0"
      width="100vw"
      height="100dvh"
      maxW="none"
      maxH="none"
      border="0"
      bg="stage"
      color="stage.ink"
      colorScheme="dark"
      display="grid"
      gridTemplateRows="1fr auto"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="3vmin"
      overflowY="auto"
      p="max(1.5rem, 5vmin)"
      animation="appear 200ms"
    >
      <chakra.div display="grid" alignContent="center" justifyItems="center" gap="4" textAlign="center">
        <RingingAvatar name={name} size="20vmin" ring="3px" mb="4vmin" />
        <chakra.h1
          ref={heading}
          tabIndex={-1}
          outline="none"
          id="kiosk-ringing-name"
          fontSize="clamp(2rem, 8vmin, 8rem)"
          fontWeight="semibold"
          lineHeight="1.2"
          lineClamp="3"
          overflowWrap="anywhere"
        >
          {name}
        </chakra.h1>
        <chakra.p
          fontSize="clamp(1.25rem, 4vmin, 4rem)"
          lineHeight="1.3"
          lineClamp="3"
          overflowWrap="anywhere"
          color="stage.muted"
          role="status"
        >
          {says}
        </chakra.p>
      </chakra.div>
      {/* Halves of the screen's width: no one has to aim. */}
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="max(1rem, 3vmin)">
        <Button variant="danger" {...answerLook} data-testid="kiosk-decline" onClick={onDecline}>
          <PhoneOff aria-hidden />
          <Trans>Decline</Trans>
        </Button>
        <Button
          {...answerLook}
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
    </chakra.dialog>
  );
};

/** Seconds until it answers by itself; null: it does not. */
function useCountdown(byItself: boolean, onOver: () => void): number | null {
  const [left, setLeft] = useState(ANSWER_AFTER_S);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (!byItself) return;
    const timer = setTimeout(() => (left === 0 ? over() : setLeft(left - 1)), left === 0 ? 0 : 1_000);
    return () => clearTimeout(timer);
  }, [byItself, left]);
  return byItself ? Math.max(1, left) : null;
}
