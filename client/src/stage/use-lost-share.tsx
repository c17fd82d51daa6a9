import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** Says that a reload has ended what was shared: browsers share a screen or a file only when asked to. */
export const useLostShare = (lost: boolean): void => {
  useEffect(() => {
    if (lost)
      showSnackbar(
        'info',
        <Trans>You’re back in the call. Share your screen or file again to continue.</Trans>,
      );
  }, [lost]);
};
