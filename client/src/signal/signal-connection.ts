import { createStore } from '#client/store.ts';
import type { SignalClient } from './signal.ts';
import { createSignalClient, type SignalClientOptions } from './signal-client.ts';

/**
 * The page's one signalling connection: a signed-in user, a device or a guest, never two of them at once. Opened and
 * closed by the application as people come and go; calls find it here.
 */
const current = createStore<SignalClient | null>(null);

export const currentSignal = current.get;

/** Tells when another connection, or none, stands in for the current one. */
export const subscribeToSignal = current.subscribe;

export function openSignal(options: SignalClientOptions): SignalClient {
  closeSignal();
  const client = createSignalClient(options);
  current.set(client);
  return client;
}

/** Ends the session, and any call in it: leaving, or signing out. */
export function closeSignal(reason?: 'closed' | 'unauthenticated'): void {
  current.get()?.close(reason);
  current.set(null);
}

/** Where the server of this page listens. */
export function signalUrl(location: Pick<Location, 'protocol' | 'host'>): string {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/v1/signal`;
}
