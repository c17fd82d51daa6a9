import type { KeyboardEvent } from 'react';

/** The arrow keys move between the fields, buttons and links of what they are pressed in. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button, a[href]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const next = stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
