import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';

/**
 * Closes a dialog that the address names, and says why, where what it is about has been deleted or belongs to someone else.
 *
 * @param error of reading it
 */
export function useCloseIfGone(error: Error | null, close: () => void): void {
  const isGone = error !== null && errorCodeOf(error) === 'not-found';
  const say = useEffectEvent(() => {
    showSnackbar(
      'error',
      <Trans>The item of this address doesn’t exist, or you don’t have access to it.</Trans>,
    );
    close();
  });
  useEffect(() => {
    if (isGone) say();
  }, [isGone]);
}
