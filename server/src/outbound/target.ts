import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The host is none that an outsider may make this server talk to. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
}

/** Of IPv4: everything that is not routed in the public Internet (IANA special-purpose registry, RFC 6890). */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
/** Of IPv6 only global unicast is public, and of that not what stands for an IPv4 address or for documentation. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

/** With a dot at its end a name is the same, and absolute (RFC 1034, 3.1). */
const LOCAL_HOST = /^((.*\.)?localhost\.?|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * An address that was given from outside, if the server may send something there as far as its text tells: https, no
 * credentials, no address of a private network; http only to this machine, and where private addresses are allowed.
 */
export function outboundTarget(text: string, privateAllowed: boolean): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  const local = LOCAL_HOST.test(url.hostname);
  if (privateAllowed) return url.protocol === 'https:' || (url.protocol === 'http:' && local) ? url : null;
  if (url.protocol !== 'https:' || local) return null;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 || isPublicAddress(literal) ? url : null;
}

/**
 * Resolves a name for the connection itself, so that what is checked is what is connected to: a second answer of the name
 * server cannot lead elsewhere (DNS rebinding). One private address among several refuses them all.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) callback(error, []);
    else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new BlockedAddress(`${hostname} leads to a private address`), []);
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
