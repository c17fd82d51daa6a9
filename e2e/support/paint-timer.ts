import type { Page } from 'playwright';

/** What a screen shows when an input has been answered. */
export type Shown =
  /** Rows of a list at this path, of which the first is another than this one. */
  | { readonly kind: 'rows'; readonly path: string; readonly otherThan: string | null }
  /** So many lines of figures, the newest ones. */
  | { readonly kind: 'lines'; readonly path: string; readonly count: number };

interface Painted {
  /** When a key or a button was pressed last, and when the answer was on the screen: `performance.now()`. */
  readonly inputAt: number;
  readonly shownAt: number;
}

declare global {
  interface Window {
    __paint: {
      readonly watch: (shown: Shown) => void;
      painted: Promise<Painted>;
    };
  }
}

/** What is not shown within this time never is. */
const LIMIT_MS = 30_000;

/** Notes inputs and what is painted after them, by the page's own clock. Runs before the page's own code. */
export const watchPaints = (page: Page): Promise<unknown> =>
  page.addInitScript((limitMs) => {
    // Of every request, however many there are, it is known when it began.
    performance.setResourceTimingBufferSize(100_000);
    let inputAt = 0;
    for (const type of ['pointerdown', 'keydown', 'change'])
      addEventListener(type, ({ timeStamp }) => (inputAt = timeStamp), { capture: true });
    const isShown = (shown: Shown): boolean => {
      if (location.pathname !== shown.path) return false;
      if (shown.kind === 'rows') {
        const first = document.querySelector<HTMLElement>('main tbody tr[data-id]');
        return first !== null && first.dataset.id !== shown.otherThan;
      }
      const figure = document.querySelector('main figure');
      return (
        figure !== null &&
        getComputedStyle(figure).opacity === '1' &&
        figure.querySelectorAll('tbody tr').length >= shown.count
      );
    };
    window.__paint = {
      painted: new Promise(() => {}),
      watch(shown) {
        window.__paint.painted = new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error(`Not shown: ${JSON.stringify(shown)}`)), limitMs);
          const look = () => {
            if (!isShown(shown)) return;
            observer.disconnect();
            // After the frame that has it: a message comes when the frame has been drawn.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => {
                port1.close();
                resolve({ inputAt, shownAt: performance.now() });
              };
              port2.postMessage(null);
            });
          };
          const observer = new MutationObserver(look);
          observer.observe(document, { subtree: true, childList: true, attributes: true });
        });
      },
    };
  }, LIMIT_MS);

/** Does something and waits until its answer is painted. */
export const paintedAfter = async (
  page: Page,
  act: () => Promise<unknown>,
  shown: Shown,
): Promise<Painted> => {
  await page.evaluate((wanted) => window.__paint.watch(wanted), shown);
  await act();
  return await page.evaluate(() => window.__paint.painted);
};

/** The id of the first row of the list that is shown; null: there is none. */
export const firstRow = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector<HTMLElement>('main tbody tr[data-id]')?.dataset.id ?? null);
