import { createSignalClient, type SignalClient, type SignalClientOptions } from './signal-client.ts';

/**
 * The page's one signalling connection: a signed-in user, a device or a guest, never two of them at once. Opened and
 * closed by the application as people come and go; calls find it here.
 */
let current: SignalClient | null = null;
const listeners = new Set<() => void>();

const setCurrent = (next: SignalClient | null) => {
  current = next;
  for (const listener of [...listeners]) listener();
};

export const currentSignal = (): SignalClient | null => current;

/** Tells when another connection, or none, stands in for the current one. */
export function subscribeToSignal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openSignal(options: SignalClientOptions): SignalClient {
  closeSignal();
  const client = createSignalClient(options);
  setCurrent(client);
  return client;
}

/** Ends the session, and any call in it: leaving, or signing out. */
export function closeSignal(reason?: 'closed' | 'unauthenticated'): void {
  current?.close(reason);
  if (current) setCurrent(null);
}

/** Where the server of this page listens. */
export function signalUrl(location: Pick<Location, 'protocol' | 'host'>): string {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/v1/signal`;
}
