import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { whileVisible } from '#client/ui/while-visible.ts';
import { KioskClock } from './kiosk-clock.tsx';

/** How often the clock moves: a still picture burns into a screen within weeks. */
const DRIFT_MS = 45_000;

const somewhere = (): { readonly left: number; readonly top: number } => ({
  left: Math.round(Math.random() * 100),
  top: Math.round(Math.random() * 100),
});

/** While no one is there: dark, with a dim clock that wanders. A touch, or a call, brings the kiosk back. */
export const RestScreen = () => {
  const { t } = useLingui();
  const [place, setPlace] = useState(somewhere);
  useEffect(() => whileVisible(() => setPlace(somewhere()), DRIFT_MS), []);
  return (
    <chakra.div
      role="img"
      aria-label={t`Resting. Touch the screen.`}
      data-testid="kiosk-rest"
      position="fixed"
      inset="0"
      zIndex="overlay"
      bg="#07080B"
      p="5vmin"
      cursor="none"
      className="dark"
      animation="appear 1200ms"
    >
      <chakra.div position="relative" width="full" height="full" color="#8E94A6">
        <chakra.div
          position="absolute"
          transition="all 4s cubic-bezier(0.5, 0, 0.2, 1)"
          style={{
            left: `${place.left}%`,
            top: `${place.top}%`,
            transform: `translate(-${place.left}%, -${place.top}%)`,
          }}
        >
          <KioskClock size="clamp(4rem, 11vmin, 8rem)" />
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
};
