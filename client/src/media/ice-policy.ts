const STORAGE_KEY = 'hibiki.iceTransportPolicy';

/**
 * A diagnostic: with `?iceTransportPolicy=relay` in the address, or `relay` under `hibiki.iceTransportPolicy` in the local
 * storage, media may only go through TURN. It shows whether the TURN server works; calls are otherwise slower by it.
 */
export function iceTransportPolicy(): RTCIceTransportPolicy {
  const asked =
    new URLSearchParams(globalThis.location?.search).get('iceTransportPolicy') ?? readStorage(STORAGE_KEY);
  return asked === 'relay' ? 'relay' : 'all';
}

/** Storage may be closed to the page (private windows, embedded pages). */
function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
