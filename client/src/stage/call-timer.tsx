import { chakra } from '@chakra-ui/react';
import { formatDuration } from './format-duration.ts';
import { useNow } from './use-now.ts';

/** How long a call has lasted. Not read out each second. */
export const CallTimer = ({ since }: { readonly since: number }) => {
  const seconds = (useNow() - since) / 1000;
  return (
    <chakra.span role="timer" aria-live="off" data-testid="call-timer" fontVariantNumeric="tabular-nums">
      {formatDuration(seconds)}
    </chakra.span>
  );
};
