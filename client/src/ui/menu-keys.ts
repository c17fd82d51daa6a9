const itemsOf = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')].filter(
    // Not those of a menu within it, nor those that have a button of their own at this width.
    (item) => item.closest('[role="menu"]') === menu && item.checkVisibility(),
  );

/** The present choice of a menu of choices, else its first item. */
export const focusChosen = (menu: HTMLElement): void =>
  (itemsOf(menu).find((item) => item.getAttribute('aria-checked') === 'true') ?? itemsOf(menu)[0])?.focus();

/**
 * Moves the focus as the keys of a menu do (WAI-ARIA Authoring Practices, Menu): up and down all round, Home, End, and the
 * first letters of an item.
 *
 * @returns whether the key was one of these
 */
export function moveInMenu(menu: HTMLElement, key: string): boolean {
  const items = itemsOf(menu);
  const active = document.activeElement;
  const at = active instanceof HTMLElement ? items.indexOf(active) : -1;
  const focus = (index: number) => items[(index + items.length) % items.length]?.focus();
  switch (key) {
    case 'ArrowDown':
      focus(at + 1);
      return true;
    case 'ArrowUp':
      focus(at === -1 ? -1 : at - 1);
      return true;
    case 'Home':
      focus(0);
      return true;
    case 'End':
      focus(-1);
      return true;
  }
  if ([...key].length !== 1 || key === ' ') return false;
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  following.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))?.focus();
  return true;
}
