import { pauseAfter } from './frame-pace.ts';

/**
 * Runs in a worker: its timers keep their pace while the page is hidden. It asks for the next picture once the page has
 * answered that the last one is drawn, or a page that draws slowly would do nothing else.
 */
let askedAt = 0;

const ask = (): void => {
  askedAt = performance.now();
  postMessage(null);
};

addEventListener('message', () => setTimeout(ask, pauseAfter(performance.now() - askedAt)));
ask();
