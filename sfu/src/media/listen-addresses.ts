import { BlockList, isIP } from 'node:net';

/** Where a worker receives media. */
export interface ListenAddress {
  readonly ip: string;
  /** An address or host name under which browsers reach it; null: `ip` itself. */
  readonly announced: string | null;
}

const IPV4_WILDCARD = '0.0.0.0';
const IPV6_WILDCARD = '::';
const IPV6 = 6;

/** Wildcards, multicast, broadcast, and link-local IPv6, which needs a zone (IANA special-purpose registries). */
const unusable = new BlockList();
unusable.addSubnet('0.0.0.0', 8, 'ipv4');
unusable.addSubnet('224.0.0.0', 3, 'ipv4');
unusable.addAddress('::', 'ipv6');
unusable.addSubnet('fe80::', 10, 'ipv6');
unusable.addSubnet('ff00::', 8, 'ipv6');

/** Whether it is an address that belongs to no machine alone; a host name is none. */
export const isNoOnes = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && unusable.check(address, family === IPV6 ? 'ipv6' : 'ipv4');
};

const isWildcard = (ip: string): boolean => ip === IPV4_WILDCARD || ip === IPV6_WILDCARD;

/**
 * Gives each address of this machine the one under which browsers reach it: the next of the same family, else the next host
 * name. An announced IPv6 address beside `0.0.0.0` needs no `::` of its own.
 *
 * @param ips at least one
 * @throws Error where a wildcard has no announced address, or an announced address belongs to none of `ips`
 */
export function listenAddresses(ips: readonly string[], announced: readonly string[]): ListenAddress[] {
  const left = [...announced];
  const take = (family: number): string | undefined => {
    const index = left.findIndex((address) => isIP(address) === family);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const addsIpv6 =
    ips.includes(IPV4_WILDCARD) &&
    !ips.some((ip) => isIP(ip) === IPV6) &&
    left.some((one) => isIP(one) === IPV6);
  const addresses = [...ips, ...(addsIpv6 ? [IPV6_WILDCARD] : [])].map((ip): ListenAddress => {
    const reached = take(isIP(ip)) ?? take(0) ?? null;
    if (reached === null && isWildcard(ip))
      throw new Error(`SFU_ANNOUNCED_ADDRESS must be set: no browser can reach ${ip}`);
    return { ip, announced: reached };
  });
  if (left.length > 0)
    throw new Error(
      `SFU_ANNOUNCED_ADDRESS names ${left.join(', ')}, but SFU_LISTEN_IP has no address of this machine for it`,
    );
  return addresses;
}
