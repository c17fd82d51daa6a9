import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AppError } from '#protocol/app-error.ts';

/** Does something to a call or a node, and says how it went. */
export function useManagerAction(
  action: () => Promise<unknown>,
  { done, onClose }: { readonly done: ReactNode; readonly onClose: () => void },
) {
  const { i18n } = useLingui();
  return useMutation({
    mutationFn: action,
    onSuccess: () => showSnackbar('success', done),
    onError: (error) => {
      if (error instanceof AppError && error.code === 'call-not-found')
        showSnackbar('info', <Trans>The call has already ended.</Trans>);
      else showSnackbar('error', i18n._(textOfError(error)));
    },
    onSettled: onClose,
  });
}
