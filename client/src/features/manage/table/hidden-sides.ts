/** Where columns are hidden: how far the edge is from that side of the area, in px. Null: none are hidden there. */
export interface HiddenSides {
  readonly start: number | null;
  readonly end: number | null;
}

export const NOTHING_HIDDEN: HiddenSides = { start: null, end: null };

/** Fractions of a pixel, which a zoomed page has, hide nothing. */
const LEAST_HIDDEN = 2;

/** Measures which columns of the table in a scrolled area are out of sight. Columns that stay in place move the edge inwards. */
export function hiddenSidesOf(area: HTMLElement): HiddenSides {
  const { scrollLeft, scrollWidth, clientWidth } = area;
  const box = area.getBoundingClientRect();
  const edgeOf = (column: string) => area.querySelector(column)?.getBoundingClientRect();
  const rest = scrollWidth - clientWidth - scrollLeft;
  const innerRight = box.left + area.clientLeft + clientWidth;
  return {
    start: scrollLeft < LEAST_HIDDEN ? null : Math.round((edgeOf('tbody th')?.right ?? box.left) - box.left),
    end:
      rest < LEAST_HIDDEN
        ? null
        : Math.round(box.right - (edgeOf('thead [data-actions]')?.left ?? innerRight)),
  };
}
