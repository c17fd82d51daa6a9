import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Spinner } from '#client/ui/spinner.tsx';

export const LookingAtLink = () => {
  const { t } = useLingui();
  return (
    <chakra.div display="grid" placeItems="center" color="primary" minH="60">
      <Spinner size="2.5rem" label={t`Checking the link…`} />
    </chakra.div>
  );
};
