import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { LOADING } from './loading-mark.ts';

/** A grey shape where something will be; give it the size of what comes. */
export const Skeleton = chakra('div', {
  base: { bg: 'line', borderRadius: 'sm', animation: 'breathe 1.6s ease-in-out infinite' },
});

/** Rows as `List` will show them. */
export const SkeletonRows = ({ rows = 3 }: { readonly rows?: number }) => {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} {...{ [LOADING]: true }}>
      {Array.from({ length: rows }, (_, row) => (
        <chakra.div
          // Rows without identity: they all look the same and go together.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={row}
          display="flex"
          alignItems="center"
          gap="4"
          px={{ base: '4', md: '5' }}
          py="3.5"
          minH="4.5rem"
        >
          <Skeleton width="11" height="11" borderRadius="full" flexShrink="0" />
          <chakra.div flex="1" display="grid" gap="2">
            <Skeleton height="3.5" width="40%" />
            <Skeleton height="3" width="24%" />
          </chakra.div>
          <Skeleton width="20" height="9" borderRadius="md" />
        </chakra.div>
      ))}
    </div>
  );
};
