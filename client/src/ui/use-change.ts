import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from './snackbar.tsx';

/** A change of something that the server keeps: what is shown of it is asked for again, and a failure is said in words. */
export function useChange(queryKey: string, change: () => Promise<unknown>) {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    // Also after a failure: a part of it may have been done.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [queryKey] }),
  });
}
