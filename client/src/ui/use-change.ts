import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from './snackbar.tsx';

export interface ChangeOptions {
  /** Said after a success. */
  readonly done?: ReactNode;
  /** Info: the server has accepted the change, and its result is still open. Success by default. */
  readonly tone?: 'success' | 'info';
  readonly onSettled?: () => void;
}

/** A change of something that the server keeps: what is shown of it is asked for again, and a failure is said in words. */
export function useChange(
  queryKey: string,
  change: () => Promise<unknown>,
  { done, tone = 'success', onSettled }: ChangeOptions = {},
) {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => done && showSnackbar(tone, done),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    async onSettled() {
      onSettled?.();
      // Also after a failure: a part of it may have been done.
      await queryClient.invalidateQueries({ queryKey: [queryKey] });
    },
  });
}
