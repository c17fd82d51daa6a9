import { type RefObject, useEffect } from 'react';
import { stopIn } from './table-keys.ts';

interface Place {
  /** Of the table; -1: beside it. */
  readonly row: number;
  readonly column: number;
}

const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('tbody tr[data-id]')];

const placeOf = (list: Element, target: Element): Place => {
  const row = target.closest<HTMLElement>('tr[data-id]');
  if (!row) return { row: -1, column: 0 };
  return {
    row: rowsOf(list).indexOf(row),
    column: [...row.children].findIndex((cell) => cell.contains(target)),
  };
};

/** The row that has come to the same place, else the first control of the list, else the heading of the screen. */
const stopAt = (list: Element, { row, column }: Place): HTMLElement | null => {
  const rows = rowsOf(list);
  const next = row === -1 ? undefined : rows[Math.min(row, rows.length - 1)];
  if (next) return stopIn(next, column);
  const controls = [...list.querySelectorAll<HTMLElement>('a[href], button, input')];
  return (
    controls.find((control) => control.checkVisibility()) ??
    document.querySelector<HTMLElement>('[data-page-heading]')
  );
};

/** When what has the focus in a list disappears, by a deletion or a choice that is cleared, the focus stays in the list. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    let place: Place | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      place = target instanceof Element && list.contains(target) ? placeOf(list, target) : null;
    };
    // A click beside everything takes the focus away on purpose.
    const onPointerDown = () => {
      place = null;
    };
    const observer = new MutationObserver(() => {
      if (place && document.activeElement === document.body) stopAt(list, place)?.focus();
    });
    observer.observe(list, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, [ref]);
}
