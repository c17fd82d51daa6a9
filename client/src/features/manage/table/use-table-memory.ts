import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useMemo } from 'react';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import type { ColumnLook } from './manage-column.ts';

export type Density = 'compact' | 'comfortable';

/** How someone wants to see a list; what it shows is in the address. */
export interface TableLook {
  /** Whether a column is shown; those not named here are as they are at first. */
  readonly visible: Readonly<Record<string, boolean>>;
  /** Ids of columns; new ones are at the end. */
  readonly order: readonly string[];
  /** Widths in px, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
}

export const FIRST_LOOK: TableLook = { visible: {}, order: [], widths: {}, density: 'compact' };

/** Remembered in this browser, by list and account. */
export function useTableMemory(list: string): readonly [TableLook, (look: TableLook) => void] {
  const account = useConsoleAccount();
  const { id } = account.kind === 'admin' ? account.admin : account.user;
  const atom = useMemo(
    () =>
      atomWithStorage<TableLook>(`hibiki.table.${id}.${list}`, FIRST_LOOK, undefined, { getOnInit: true }),
    [id, list],
  );
  const [stored, setLook] = useAtom(atom);
  // An older version may have stored less.
  const look = useMemo(() => ({ ...FIRST_LOOK, ...stored }), [stored]);
  return [look, setLook];
}

/** Whether each column is shown. */
export const visibilityOf = (
  columns: readonly ColumnLook[],
  look: TableLook,
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(columns.map(({ id, hidden, main }) => [id, main || (look.visible[id] ?? !hidden)]));

/** The ids of all columns, in the order chosen. */
export const orderOf = (columns: readonly ColumnLook[], look: TableLook): readonly string[] => {
  const ids = columns.map(({ id }) => id);
  const known = look.order.filter((id) => ids.includes(id));
  return [...known, ...ids.filter((id) => !known.includes(id))];
};
