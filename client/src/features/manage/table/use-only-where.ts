import { useSyncExternalStore } from 'react';
import { chosenCount, type Selection, without } from './selection.ts';

export interface PartOfSelection {
  /** Without the rows that are known not to qualify. */
  readonly selection: Selection;
  /** Whether nothing of what is chosen qualifies. */
  readonly isEmpty: boolean;
}

/**
 * The chosen rows for an action that works with some rows only. Rows of other pages are not known: they count as qualified, and
 * the server has the last word.
 *
 * @param shown the rows of this page
 */
export function useOnlyWhere<Row extends { readonly id: string }>(
  selection: Selection,
  shown: readonly Row[],
  qualifies: (row: Row) => boolean,
): PartOfSelection {
  const chosen = useSyncExternalStore(selection.subscribe, selection.get);
  const others = shown.filter((row) => !qualifies(row)).map(({ id }) => id);
  return {
    selection: { ...selection, get: () => without(selection.get(), others) },
    // With nothing chosen the buttons are hidden, but the dialog of one of them may be open.
    isEmpty: chosenCount(chosen) > 0 && chosenCount(without(chosen, others)) === 0,
  };
}
