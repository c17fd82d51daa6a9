import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { offerUndo } from '#client/features/manage/form/undo.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { type Chosen, createSelection, type Selection } from './selection.ts';
import type { TableAddressState } from './use-table-address.ts';

/** The chosen rows of a list, over its pages; another search, filter or customer begins with none, which can be undone. */
export function useSelection({ search, filters }: TableAddressState): Selection {
  const [selection] = useState(createSelection);
  const { customerId } = useScope();
  const [address, setAddress] = useSearchParams();
  const query = JSON.stringify([customerId, search, filters]);
  /** The address under which the rows were chosen. */
  const chosenAt = useRef({ query, address });
  /** Comes with the address that is on its way back. */
  const restored = useRef<Chosen | null>(null);

  const follow = useEffectEvent(() => {
    const before = chosenAt.current;
    chosenAt.current = { query, address };
    if (before.query === query) return;
    const chosen = restored.current ?? selection.get();
    const isBack = restored.current !== null;
    restored.current = null;
    if (isBack) return selection.restore(chosen);
    if (selection.size() === 0) return;
    selection.clear();
    offerUndo(<Trans>The selection was cleared</Trans>, () => {
      restored.current = chosen;
      setAddress(before.address);
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is looked at again.
  useEffect(() => follow(), [query, address]);
  return selection;
}
