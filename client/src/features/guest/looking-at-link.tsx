import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { Waiting } from '#client/ui/waiting.tsx';

export const LookingAtLink = () => {
  const queryClient = useQueryClient();
  const { t } = useLingui();
  return (
    <chakra.div display="grid" placeContent="center" minH="60">
      <Waiting label={t`Checking the link…`} onBack={() => readMissing(queryClient)} />
    </chakra.div>
  );
};
