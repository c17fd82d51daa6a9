export type MenuPlacement = 'bottom-end' | 'bottom-start' | 'top' | 'top-end' | 'top-start' | 'beside';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
/** Between the menu and the edge of the window. */
const EDGE = 8;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * Where a menu stands: at its trigger, on the other side where there is no space, and always within the window. Pixels.
 *
 * `beside` is for a menu within a menu: on the left, else on the right, else, on a phone, below its item.
 */
export function placeMenu(
  trigger: Box,
  menu: Pick<Box, 'width' | 'height'>,
  placement: MenuPlacement,
  view: Pick<Box, 'width' | 'height'>,
): Pick<Box, 'left' | 'top'> {
  const within = (left: number, top: number) => ({
    left: clamp(left, EDGE, Math.max(EDGE, view.width - menu.width - EDGE)),
    top: clamp(top, EDGE, Math.max(EDGE, view.height - menu.height - EDGE)),
  });
  const right = trigger.left + trigger.width;
  const bottom = trigger.top + trigger.height;

  if (placement === 'beside') {
    if (trigger.left - menu.width - EDGE >= EDGE)
      return within(trigger.left - menu.width - EDGE, trigger.top);
    if (right + menu.width + EDGE <= view.width - EDGE) return within(right + EDGE, trigger.top);
    return within(right - menu.width, bottom);
  }

  const left = placement.endsWith('-end')
    ? right - menu.width
    : placement.endsWith('-start')
      ? trigger.left
      : trigger.left + trigger.width / 2 - menu.width / 2;
  const below = bottom + GAP;
  const above = trigger.top - GAP - menu.height;
  const fitsBelow = below + menu.height <= view.height - EDGE;
  const fitsAbove = above >= EDGE;
  const top = placement.startsWith('top')
    ? fitsAbove || !fitsBelow
      ? above
      : below
    : fitsBelow || !fitsAbove
      ? below
      : above;
  return within(left, top);
}
