import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Spinner } from '#client/ui/spinner.tsx';

/** Until the first screen is there. */
export const Splash = () => {
  const { t } = useLingui();
  return (
    <chakra.div minH="100dvh" display="grid" placeItems="center" color="primary">
      <Spinner size="2.5rem" label={t`Loading`} />
    </chakra.div>
  );
};
