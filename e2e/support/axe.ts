import axe from 'axe-core';
import type { Locator, Page } from 'playwright';
import { motionEnds } from './motion.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
/** Each size and each theme once: the parts are the same in all four combinations. */
const LOOKS = [
  { size: PHONE, dark: true },
  { size: DESKTOP, dark: false },
] as const;
const TARGET_SIZE = 'target-size';
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Axe runs it only when asked: it is experimental. */
const LABEL_IN_NAME = { 'label-content-name-mismatch': { enabled: true } };

export interface Screen {
  readonly path: string;
  /** What is there once the screen is. */
  readonly ready: (page: Page) => Locator;
}

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

export interface LookOptions {
  /** Leaves out what is behind a modal dialog, for tests that have looked at it before; false by default. */
  readonly usableOnly?: boolean;
}

/** What axe finds in what is shown now. */
export const violationsIn = async (
  page: Page,
  { usableOnly = false }: LookOptions = {},
): Promise<string[]> => {
  // Half a megabyte: once per document.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([tags, rules, isPart]) => {
      const dialog = isPart ? [...document.querySelectorAll('dialog:modal')].at(-1) : undefined;
      const options = { runOnly: [...tags], rules, resultTypes: ['violations' as const] };
      return (await window.axe?.run(dialog ?? document, options))?.violations;
    },
    [TAGS, LABEL_IN_NAME, usableOnly] as const,
  );
  if (!violations) throw new Error('Axe has not looked at the page');
  const wrong: string[] = [];
  for (const { id, nodes } of violations) {
    for (const node of nodes) {
      if (id === TARGET_SIZE && (await isLargeInSight(page, node))) continue;
      wrong.push(`${id} at ${node.html} ${node.any[0]?.message ?? ''}`);
      break;
    }
  }
  return wrong;
};

/** What a list that scrolls cuts off at its edge is as large as the rest once it has been scrolled to. */
const isLargeInSight = (page: Page, { target }: axe.NodeResult): Promise<boolean> =>
  page.evaluate(
    async ({ selector, rule }) => {
      const element = typeof selector === 'string' ? document.querySelector(selector) : null;
      if (!element) return false;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const again = await window.axe?.run(element, { runOnly: { type: 'rule', values: [rule] } });
      return again?.violations.length === 0;
    },
    { selector: target.length === 1 ? target[0] : null, rule: TARGET_SIZE },
  );

export interface Inspection {
  /** Notes what is wrong with what is shown now. */
  look(page: Page, what: string): Promise<void>;
  readonly wrong: readonly string[];
}

/** Looks at the steps of a flow, one after the other, in both themes and at both sizes. */
export const inspectSteps = (options: LookOptions = {}): Inspection => {
  const wrong: string[] = [];
  return {
    wrong,
    async look(page, what) {
      for (const { size, dark } of LOOKS) {
        await page.setViewportSize(size);
        await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark);
        // A colour half way from one theme to the other has too little contrast.
        await motionEnds(page);
        const where = `${what} at ${size.width} px, ${dark ? 'dark' : 'light'}`;
        wrong.push(...(await violationsIn(page, options)).map((violation) => `${where}: ${violation}`));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > size.width) wrong.push(`${where}: ${width} px wide`);
      }
    },
  };
};

/** What axe finds, and what is wider than the window, on each screen in both themes and at both sizes. */
export const findingsOfAxe = async (page: Page, screens: readonly Screen[]): Promise<string[]> => {
  const inspection = inspectSteps();
  // What moves is half transparent while it moves, which axe takes for too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { path, ready } of screens) {
    // A path that differs in its fragment alone would not be reloaded.
    await page.goto('about:blank');
    await page.goto(path);
    await ready(page).waitFor();
    // Fragments hold tokens, which do not belong in a report.
    await inspection.look(page, path.split('#')[0] ?? path);
  }
  return [...inspection.wrong];
};
