/** What a kiosk signs in with (specification K2). */
export interface DeviceCredentials {
  /** Long form. */
  readonly serial: string;
  readonly secret: string;
}

const STORAGE_KEY = 'hibiki.device';

/** From the fragment of a set-up link, `#serial=…&secret=…`; null where it is not one. */
export function credentialsOfLink(hash: string): DeviceCredentials | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const serial = parameters.get('serial');
  const secret = parameters.get('secret');
  return serial && secret ? { serial, secret } : null;
}

/** From a set-up link as it is pasted or scanned; null where it is not one. */
export function credentialsOfText(text: string): DeviceCredentials | null {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/device')
    ? credentialsOfLink(url.hash)
    : null;
}

/** Kept, so that the kiosk comes back by itself after a power failure. */
export function readCredentials(storage: Pick<Storage, 'getItem'>): DeviceCredentials | null {
  const text = storage.getItem(STORAGE_KEY);
  return text === null ? null : credentialsOfLink(text);
}

export function keepCredentials(
  storage: Pick<Storage, 'setItem'>,
  { serial, secret }: DeviceCredentials,
): void {
  storage.setItem(STORAGE_KEY, new URLSearchParams({ serial, secret }).toString());
}
