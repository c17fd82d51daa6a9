import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';

/**
 * Closes a dialog that the address names, and says why, if its object was deleted or belongs to someone else.
 *
 * @param id of the object; null: the dialog is closed
 * @param error of reading it
 */
export function useCloseIfGone(id: string | null, error: Error | null, close: () => void): void {
  const isGone = error !== null && errorCodeOf(error) === 'not-found';
  // A query that is sent again while the dialog closes has no error for a moment, and then has it again.
  const closed = useRef<string | null>(null);
  const say = useEffectEvent(() => {
    showSnackbar(
      'error',
      <Trans>
        The item in this link doesn’t exist, or you can’t access it. Check the link, or look for the item in
        the list.
      </Trans>,
    );
    close();
  });
  useEffect(() => {
    if (id === null) closed.current = null;
    if (!isGone || closed.current === id) return;
    closed.current = id;
    say();
  }, [id, isGone]);
}
