import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { LOADING } from '#client/ui/loading-mark.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { WaitNote } from '#client/ui/waiting.tsx';

/** In the place of a film that is not there yet. */
export const FilmSkeleton = () => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return (
    <chakra.div {...{ [LOADING]: true }} display="grid" gap="3">
      <chakra.div role="status" aria-label={t`Loading`} display="grid" gap="3">
        <Skeleton
          width="full"
          aspectRatio={{ base: '1 / 1', sm: '4 / 3', md: '16 / 9' }}
          maxH="70dvh"
          borderRadius="lg"
        />
        <Skeleton height="11" width="60%" borderRadius="md" />
        <Skeleton height="6" width="full" borderRadius="md" />
      </chakra.div>
      <WaitNote onBack={() => readMissing(queryClient)} />
    </chakra.div>
  );
};
