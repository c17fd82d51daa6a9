import type { Page } from 'playwright';

/**
 * What cannot be used in the window as it is: what is wider than the window, outside of what scrolls by itself, and
 * controls that are covered when they have the focus, whether they were come to from above or from below.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const { innerWidth: width, innerHeight: height } = window;
    const found: string[] = [];
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ??
      (element.textContent?.trim().slice(0, 40) || element.outerHTML.slice(0, 80));
    for (const scroller of [document.documentElement, root]) {
      const { scrollWidth, clientWidth } = scroller;
      if (scrollWidth > clientWidth)
        found.push(`${scroller.tagName} is ${scrollWidth} px wide in ${clientWidth}`);
    }
    const isInSight = (control: HTMLElement): boolean => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      // Half a pixel of a border does not count.
      const [x0, x1] = [Math.max(left, 0) + 1, Math.min(right, width) - 1];
      const [y0, y1] = [Math.max(top, 0) + 1, Math.min(bottom, height) - 1];
      if (x0 > x1 || y0 > y1) return false;
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : null;
      return [x0, (x0 + x1) / 2, x1].some((x) =>
        [y0, (y0 + y1) / 2, y1].some((y) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (control.contains(hit) || label?.contains(hit) === true);
        }),
      );
    };
    const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.matches(':disabled, [tabindex="-1"], [inert] *') &&
        control.getClientRects().length > 0,
    );
    for (const way of [controls, controls.toReversed()]) {
      for (const control of way) {
        // What has the focus already would not be scrolled to.
        control.blur();
        control.focus();
        if (document.activeElement !== control) continue;
        const { left, right } = control.getBoundingClientRect();
        if (right > width + 1 || left < -1) found.push(`“${nameOf(control)}” is ${left} to ${right} px`);
        else if (!isInSight(control)) found.push(`“${nameOf(control)}” is covered`);
      }
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return [...new Set(found)];
  });
