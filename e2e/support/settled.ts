import type { Page } from 'playwright';
import { until } from './until.ts';

/** Waits until the page shows content, and nothing in it is loading: no skeleton, no progress bar, no busy button. */
export const settled = (page: Page): Promise<unknown> =>
  until('nothing is loading', () =>
    page.evaluate(
      () =>
        document.querySelector('main, h1') !== null &&
        document.querySelector('[data-loading], [role=progressbar]:not(dialog *), [aria-busy=true]') === null,
    ),
  );
