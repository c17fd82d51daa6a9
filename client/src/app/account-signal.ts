import type { QueryClient } from '@tanstack/react-query';
import { BY_PRESENCE_KEY } from '#client/api/queries/pairs.ts';
import { PRESENCE_KEY, type Presence } from '#client/api/queries/presence.ts';
import { freshAccessToken, tokenStore } from '#client/api/token-store.ts';
import { isAdminToken } from '#client/api/tokens.ts';
import { callKeeper } from '#client/call/kept-call.ts';
import type { SignalClient } from '#client/signal/signal.ts';
import { closeSignal, openSignal, signalUrl } from '#client/signal/signal-connection.ts';
import { AppError } from '#protocol/app-error.ts';

/** Before a server that could not be reached is asked for a token again. */
const REOPEN_MS = 5_000;
/** Lists that follow who is online are read again at most this often. */
const ORDER_MS = 3_000;

/**
 * Keeps the signed-in account's signalling connection open, and the cache in step with what the server tells on it.
 * Returns what ends it.
 */
export function openAccountSignal(queryClient: QueryClient, onOutdated: () => void): () => void {
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    const client = openSignal({
      url: signalUrl(window.location),
      credential: async () => ({ kind: 'access', token: await freshAccessToken() }),
      resume: async () => (await callKeeper.claim())?.sessionId ?? null,
      inCall: () => callKeeper.hasCall,
    });
    follow(client, queryClient);
    client.subscribe(() => {
      if (client.state.phase === 'open') readAgain(queryClient);
      if (ended || client.state.phase !== 'closed') return;
      if (client.state.reason === 'unauthenticated') void reopen();
      if (client.state.reason === 'protocol-mismatch') onOutdated();
    });
  };

  /** The server refused the token: connects with a new one, or signs out if it gets none. */
  const reopen = async () => {
    const rejected = tokenStore.state.token;
    if (rejected === null || ended) return;
    try {
      await freshAccessToken(rejected);
    } catch (error) {
      if (error instanceof AppError && (error.status === 401 || error.status === 403)) {
        // The sign-in is over, which the layout follows: a kiosk begins a new one.
        if (tokenStore.state.token !== null) tokenStore.clear();
      } else {
        // Unreachable just now. A kiosk has no one who would reload the page.
        retry = setTimeout(() => void reopen(), REOPEN_MS);
      }
      return;
    }
    if (!ended) open();
  };

  open();
  return () => {
    ended = true;
    clearTimeout(retry);
    closeSignal(tokenStore.state.authenticated ? 'closed' : 'unauthenticated');
  };
}

/** Merges many calls in a row into one. */
function soon(delayMs: number, what: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      what();
    }, delayMs);
  };
}

/** What could not be read while the server was away. */
const readAgain = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });

function follow(client: SignalClient, queryClient: QueryClient): void {
  const setPresence = (change: (before: Presence) => Presence) =>
    queryClient.setQueryData<Presence>(PRESENCE_KEY, (before) => change(before ?? {}));

  const watch = async () => {
    // Administrators are no one's pair: the server refuses to tell them of anyone's presence.
    if (isAdminToken(tokenStore.state.token)) return;
    const { states } = await client.request('presence.watch', {});
    setPresence(() => Object.fromEntries(states.map(({ partyKey, state }) => [partyKey, state])));
  };
  // Where that fails, the lists show what the API said of presence; the next session asks again.
  const tryWatch = () => void watch().catch(() => undefined);

  /** Where that fails, the notification still stands at home. */
  const tellInCall = async () => (await import('./news-in-call.tsx')).tellNews(queryClient);

  tryWatch();
  client.onSessionReplaced(() => {
    // Anything may have been missed.
    tryWatch();
    void queryClient.invalidateQueries();
  });
  const orderAgain = soon(ORDER_MS, () => void queryClient.invalidateQueries({ queryKey: BY_PRESENCE_KEY }));
  client.on('presence.changed', ({ partyKey, state }) => {
    setPresence((before) => ({ ...before, [partyKey]: state }));
    orderAgain();
  });
  client.on('resource.changed', ({ resource }) => {
    void queryClient.invalidateQueries({ queryKey: [resource] });
    // Pairs have changed, and so has whose presence is visible.
    if (resource === 'pairs') tryWatch();
    if (resource === 'notifications' && callKeeper.hasCall) void tellInCall().catch(() => undefined);
  });
}
