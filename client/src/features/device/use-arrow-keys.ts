import { useEffect } from 'react';
import { arrowTarget, type Direction } from './arrow-target.ts';

const DIRECTIONS: Readonly<Partial<Record<string, Direction>>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** They have a use of their own for arrows. */
const OWN_ARROWS = 'input:not([type=checkbox]), select, textarea, [role=slider], [role^=menu], [role=tab]';
const TARGETS = 'button:not(:disabled), a[href], input, select';

/** Arrow keys, as a remote control has them, move the focus between what can be touched; Enter touches it. */
export function useArrowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const direction = DIRECTIONS[event.key];
      if (!direction || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const active = document.activeElement;
      if (active?.closest(OWN_ARROWS)) return;
      const scope = topmost();
      const candidates = [...scope.querySelectorAll<HTMLElement>(TARGETS)]
        .filter((element) => element !== active && element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      const from = active?.matches(`${TARGETS}, dialog *`) && scope.contains(active) ? active : null;
      const next = from
        ? arrowTarget(from.getBoundingClientRect(), candidates, direction)?.element
        : (scope.querySelector<HTMLElement>('[data-testid=kiosk-tile]') ?? candidates[0]?.element);
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** What lies over everything else: the ringing screen, or the dialog that was opened last. */
function topmost(): ParentNode & Node {
  const layers = document.querySelectorAll<HTMLElement>('dialog[open]');
  return [...layers].at(-1) ?? document.body;
}
