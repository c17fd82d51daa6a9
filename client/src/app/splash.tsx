import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Waiting } from '#client/ui/waiting.tsx';

export interface SplashProps {
  /** Repeats the request that failed. Reloads the page by default. */
  readonly onBack?: () => void;
}

/** Until the first screen is there. */
export const Splash = ({ onBack = reload }: SplashProps) => {
  const { t } = useLingui();
  return (
    <chakra.div minH="100dvh" px="4" display="grid" placeContent="center">
      <Waiting label={t`Loading`} onBack={onBack} />
    </chakra.div>
  );
};

export const reload = () => window.location.reload();
