import type { Page } from 'playwright';

interface TextEnd {
  /** Where the text ends, with its ellipsis. */
  readonly right: number;
  /** Where what can be seen or scrolled to ends. */
  readonly edge: number;
  readonly scroller: Element | null;
}

/** Texts that are cut off without an ellipsis, or that lie under a button or a link that is not their own. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const found = new Set<string>();
    const isShown = (element: Element): boolean =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      });
    const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    /** Null: the text is for screen readers alone. */
    const endOf = (text: Element, end: number): TextEnd | null => {
      let right = end;
      let edge = Number.POSITIVE_INFINITY;
      let scroller: Element | null = null;
      for (let box: Element | null = text; box; box = box.parentElement) {
        const { overflowX, textOverflow, position, clipPath } = getComputedStyle(box);
        const { left, width } = box.getBoundingClientRect();
        if (clipPath !== 'none' || (position === 'absolute' && width <= 1)) return null;
        if (overflowX === 'auto' || overflowX === 'scroll') {
          scroller = box;
          break;
        }
        if (!isClipped(overflowX)) continue;
        const inner = left + box.clientLeft + box.clientWidth;
        if (textOverflow === 'ellipsis') right = Math.min(right, inner);
        else edge = Math.min(edge, inner);
      }
      return { right, edge, scroller };
    };
    /** Controls that stay while their page scrolls cover it on purpose. */
    const stays = (control: Element): boolean => {
      for (let box: Element | null = control; box; box = box.parentElement) {
        const { position } = getComputedStyle(box);
        if (position === 'sticky' || position === 'fixed') return box !== root;
      }
      return false;
    };
    const controls = [...root.querySelectorAll('button, a[href]')].filter(
      (control) => isShown(control) && !stays(control),
    );
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const holder = node.parentElement;
      const words = node.textContent?.trim().slice(0, 40);
      if (!words || !holder || !isShown(holder)) continue;
      range.selectNodeContents(node);
      for (const { left, right: textEnd, top, bottom } of range.getClientRects()) {
        const end = endOf(holder, textEnd);
        if (end === null) break;
        const right = Math.min(end.right, end.edge);
        if (end.right > end.edge + 1) found.add(`“${words}” is cut off`);
        const isAbove = (control: Element) => {
          if (control.contains(node) || holder.contains(control)) return false;
          // What is scrolled out of a list lies behind what is below it.
          if (end.scroller?.contains(control) === false) return false;
          return [...control.getClientRects()].some((box) => {
            const across = Math.min(right, box.right) - Math.max(left, box.left);
            const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
            return across > 2 && down > 2;
          });
        };
        if (controls.some(isAbove)) found.add(`“${words}” lies under a button`);
      }
    }
    return [...found];
  });
