/** Where nothing has the focus any more the heading of the screen gets it. */
export function focusHeadingIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
}
