import { useEffect, useState } from 'react';
import { endpoints } from '#client/api/endpoints.ts';
import { sendHttp } from '#client/api/http.ts';
import { whileVisible } from '#client/ui/while-visible.ts';

/** The browser knows only its own network: only a request tells whether the server can be reached. */
const ASK_MS = 10_000;

/**
 * Whether a page could not be shown because the server is away. Reloads it once the server is back: at a kiosk,
 * after a power failure, no one else would.
 */
export function useServerAway(failed: boolean): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!failed) return;
    const reload = () => window.location.reload();
    const ask = (onAnswer: () => void) =>
      void sendHttp(endpoints['version.read']).then(onAnswer, () => setAway(true));
    // If the server answers now, something else is wrong; a reload may still help, but not at once.
    ask(() => {});
    const stop = whileVisible(() => ask(reload), ASK_MS);
    window.addEventListener('online', reload);
    return () => {
      stop();
      window.removeEventListener('online', reload);
    };
  }, [failed]);
  return away;
}
