import { whileVisible } from '#client/ui/while-visible.ts';

/** Asked of the server while something does not come: public, and answered without the database. */
const ADDRESS = '/api/v1/version';
const FIRST_ASK_MS = 800;
/** On a slow network the answer queues behind what the page loads. */
const ANSWER_LIMIT_MS = 4_000;
const ASK_EVERY_MS = 3_000;
const SLOW_AFTER_MS = 2_700;

/** `slow`: what is waited for has not come for some seconds. `away`: the server doesn't answer. */
export type Wait = 'short' | 'slow' | 'away';

export interface ServerWatch {
  /** Asks now. While the server is not away, `onBack` is called at once. */
  tryNow(): void;
  end(): void;
}

/**
 * Finds out within 5 s why something does not come. The browser knows only its own network: only a request tells whether the
 * server can be reached.
 *
 * @param onBack the server answers again: ask once more for what is missing
 */
export function watchServer(onWait: (wait: Wait) => void, onBack: () => void): ServerWatch {
  let wait: Wait = 'short';
  let asking = false;
  let ended = false;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  const show = (next: Wait) => {
    wait = next;
    onWait(next);
  };
  const begin = () => {
    show('short');
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => wait === 'short' && show('slow'), SLOW_AFTER_MS);
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    const answers = await serverAnswers();
    asking = false;
    if (ended) return;
    if (!answers) show('away');
    else if (wait === 'away') {
      begin();
      onBack();
    }
  };
  const askNow = () => void ask();
  begin();
  const first = setTimeout(askNow, FIRST_ASK_MS);
  const stop = whileVisible(askNow, ASK_EVERY_MS);
  window.addEventListener('online', askNow);
  return {
    tryNow() {
      if (wait === 'away') askNow();
      else {
        begin();
        onBack();
      }
    },
    end() {
      ended = true;
      clearTimeout(first);
      clearTimeout(slowTimer);
      stop();
      window.removeEventListener('online', askNow);
    },
  };
}

const serverAnswers = (): Promise<boolean> =>
  fetch(ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );
