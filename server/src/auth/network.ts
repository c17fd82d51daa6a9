import { isIP, isIPv6, SocketAddress } from 'node:net';

/**
 * An address in the one form that is counted and logged: without the port that some proxies write beside it, and an IPv4
 * address as such where IPv6 writes it. Null where the text is none.
 */
export function readAddress(text: string): string | null {
  const address = [text, text.replace(/:\d+$/, '')].map(withoutBrackets).find((each) => isIP(each) !== 0);
  if (address === undefined || !isIPv6(address)) return address ?? null;
  const withoutZone = address.replace(/%.*$/, '');
  return new SocketAddress({ address: withoutZone, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

const withoutBrackets = (text: string): string => text.replace(/^\[(.*)\]$/, '$1');

/** An IPv6 subscriber has a whole /64 to ask from: it counts as one address (RFC 6177). */
export function network(text: string): string {
  const address = readAddress(text) ?? text;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
