import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { addSnack, dismissSnack, shownSnacks } from '#client/ui/snacks.ts';

/** Long enough to read what has happened; the clock stands while someone points at it or has the focus in it. */
const UNDO_MS = 8_000;

interface Offer {
  readonly snackId: number;
  readonly undo: () => void;
}

let latest: Offer | null = null;

/**
 * Says that something was done, and offers to undo it by a second request.
 *
 * @param done what has happened, also to others: 'Aoi was signed out'. Give `<Trans>`, so that it follows the language
 * @param undo sends the reverse change, and says itself when that fails
 */
export function offerUndo(done: ReactNode, undo: () => void): void {
  const run = () => {
    dismissSnack(snackId);
    undo();
  };
  const snackId = addSnack(
    'success',
    <chakra.span display="flex" alignItems="center" justifyContent="space-between" gap="3">
      <span>{done}</span>
      <Button size="sm" variant="soft" onClick={run}>
        <Trans>Undo</Trans>
      </Button>
    </chakra.span>,
    UNDO_MS,
  );
  latest = { snackId, undo: run };
}

/** Ctrl-Z, outside of fields: undoes what was done last while that is offered. */
export function undoLatest(): boolean {
  const offer = latest;
  latest = null;
  if (!offer || !shownSnacks().some(({ id }) => id === offer.snackId)) return false;
  offer.undo();
  return true;
}
