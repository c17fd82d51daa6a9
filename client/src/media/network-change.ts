/**
 * Tells that the machine may have another network now, where `connectionState` would only notice after seconds.
 *
 * @returns what ends it
 */
export function onNetworkChange(listener: () => void): () => void {
  if (typeof window === 'undefined') return () => {};
  // Network Information API: Chromium only, and unknown to TypeScript's DOM types.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const target = connection instanceof EventTarget ? connection : null;
  // `change` also fires for new estimates of the same network's speed.
  let type = networkType(target);
  const onChange = () => {
    const next = networkType(target);
    if (next === type) return;
    type = next;
    listener();
  };
  window.addEventListener('online', listener);
  target?.addEventListener('change', onChange);
  return () => {
    window.removeEventListener('online', listener);
    target?.removeEventListener('change', onChange);
  };
}

const networkType = (connection: EventTarget | null): unknown =>
  connection ? Reflect.get(connection, 'type') : undefined;
