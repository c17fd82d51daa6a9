import type { KeyboardEvent } from 'react';
import type { Selection } from './selection.ts';
import { shownIds } from './table-row.tsx';

const STOPS = 'a[href], button, input';

/** What takes the focus in the same column of another row; else what names that row. */
export const stopIn = (row: HTMLElement, column: number): HTMLElement | null =>
  row.children[column]?.querySelector<HTMLElement>(STOPS) ?? row.querySelector<HTMLElement>(`[data-main] a`);

const indexAfter = (key: string, at: number, count: number): number | null => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/** An addition to Tab: arrows, Home and End move between rows, space chooses the row, and with Shift all up to it. */
export function moveInTable(event: KeyboardEvent<HTMLTableSectionElement>, selection: Selection | undefined) {
  const { target, key, ctrlKey, metaKey, altKey, currentTarget: body } = event;
  if (!(target instanceof HTMLElement) || ctrlKey || metaKey || altKey) return;
  const row = target.closest<HTMLElement>('tr[data-id]');
  if (!row) return;
  if (key === ' ' && selection && (event.shiftKey || target instanceof HTMLAnchorElement)) {
    event.preventDefault();
    const id = row.dataset.id ?? '';
    if (event.shiftKey) selection.extend(id, shownIds(row));
    else selection.toggle(id);
    return;
  }
  // A menu's button opens with the arrows.
  if (target.getAttribute('aria-haspopup') === 'menu') return;
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-id]')];
  const next = indexAfter(key, rows.indexOf(row), rows.length);
  const nextRow = next === null ? undefined : rows[next];
  if (!nextRow) return;
  event.preventDefault();
  stopIn(
    nextRow,
    [...row.children].findIndex((cell) => cell.contains(target)),
  )?.focus();
}
