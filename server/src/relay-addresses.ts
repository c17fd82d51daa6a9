import { lookup } from 'node:dns/promises';

/** Whether media came from one of our TURN servers: null where they cannot be looked up. */
export type IsRelayed = (addresses: readonly string[]) => Promise<boolean | null>;

/** What a media node sees of a relayed connection is the relay's address, which is that of a configured TURN server. */
export function createIsRelayed(turnUrls: readonly string[]): IsRelayed {
  const hosts = [...new Set(turnUrls.map(hostOf))];
  return async (addresses) => {
    if (addresses.length === 0) return null;
    if (hosts.length === 0) return false;
    try {
      const found = await Promise.all(hosts.map((host) => lookup(host, { all: true })));
      const relays = new Set(found.flat().map(({ address }) => address));
      return addresses.some((address) => relays.has(address));
    } catch {
      return null;
    }
  };
}

/** `turn:host:port?transport=udp` (RFC 7065), an IPv6 address in brackets. */
function hostOf(url: string): string {
  const authority = url.replace(/^turns?:/, '').split('?')[0] ?? '';
  return authority.startsWith('[')
    ? authority.slice(1, authority.indexOf(']'))
    : (authority.split(':')[0] ?? '');
}
