import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM } from './browser.ts';

const run = promisify(execFile);
const ip = (...args: readonly string[]) => run('ip', [...args]);

/** Of benchmarks (RFC 2544): no one's real network. Each kind has its own, because tests run side by side. */
const SUBNETS = { 'only-443': '198.18.3', 'no-large-udp': '198.18.4' } as const;
const NAMESPACE = `hibikifw${process.pid}`;
const INSIDE = 'office';
/** UDP of more bytes than that, headers included, is dropped. */
const LARGE = 1_200;

/** What the network does to packets. */
const RULES = {
  /** Lets out nothing but TCP to port 443. */
  'only-443': `table inet firewall {
  set blocked {
    type ipv4_addr
  }
  chain out {
    type filter hook output priority 0; policy accept;
    oif lo accept
    ip daddr @blocked drop
    tcp dport 443 accept
    counter drop
  }
}`,
  /** Drops large packets of UDP, both ways, as a tunnel does that is set up wrongly. */
  'no-large-udp': `table inet firewall {
  set blocked {
    type ipv4_addr
  }
  chain in {
    type filter hook input priority 0; policy accept;
    iif lo accept
    meta l4proto udp meta length > ${LARGE} drop
  }
  chain out {
    type filter hook output priority 0; policy accept;
    oif lo accept
    ip daddr @blocked drop
    meta l4proto udp meta length > ${LARGE} counter drop
  }
}`,
} as const;

/** A network of its own for a browser, such as an office's. */
export interface Firewall {
  /** Starts Chromium in there. */
  readonly executablePath: string;
  /** This machine's address for those in there. */
  readonly address: string;
  /** Another one, which can be blocked apart from that. */
  readonly otherAddress: string;
  /** The address of those in there, for this machine. */
  readonly outside: string;
  /** Lets nothing to this address any more, until it is unblocked. */
  block(address: string): Promise<void>;
  unblock(address: string): Promise<void>;
  /** How many packets did not get out. */
  dropped(): Promise<number>;
  close(): Promise<void>;
}

export const makeFirewall = async (rules: keyof typeof RULES): Promise<Firewall> => {
  const link = `hbfw-${process.pid}`.slice(0, 15);
  const subnet = SUBNETS[rules];
  const [address, browser, otherAddress] = [`${subnet}.1`, `${subnet}.2`, `${subnet}.3`];
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-firewall-'));
  const inside = (...args: readonly string[]) => ip('-n', NAMESPACE, ...args);
  const nft = (...args: readonly string[]) => run('ip', ['netns', 'exec', NAMESPACE, 'nft', ...args]);
  const blocked = async (change: 'add' | 'delete', to: string) => {
    await nft(change, 'element', 'inet', 'firewall', 'blocked', `{ ${to} }`);
  };
  await ip('netns', 'add', NAMESPACE);
  const close = async () => {
    // A namespace lives on as long as a process does that is still ending in it: its link would, too.
    await ip('link', 'delete', link).catch(() => {});
    await ip('netns', 'delete', NAMESPACE);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // An address that IPv6 gives itself a second later is a change of network to a browser, which drops what it loads.
    await run('ip', ['netns', 'exec', NAMESPACE, 'sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=1']);
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', INSIDE, 'netns', NAMESPACE);
    await ip('link', 'set', link, 'addrgenmode', 'none');
    for (const own of [address, otherAddress]) await ip('address', 'add', `${own}/24`, 'dev', link);
    await ip('link', 'set', link, 'up');
    await inside('link', 'set', 'lo', 'up');
    await inside('address', 'add', `${browser}/24`, 'dev', INSIDE);
    await inside('link', 'set', INSIDE, 'up');
    await inside('route', 'add', 'default', 'via', address);
    await nft(RULES[rules]);
    const executablePath = join(folder, 'chromium');
    await writeFile(executablePath, `#!/bin/sh\nexec ip netns exec ${NAMESPACE} ${CHROMIUM} "$@"\n`);
    await chmod(executablePath, 0o755);
    return {
      executablePath,
      address,
      otherAddress,
      outside: browser,
      block: (to) => blocked('add', to),
      unblock: (to) => blocked('delete', to),
      async dropped() {
        const { stdout } = await nft('list', 'chain', 'inet', 'firewall', 'out');
        return Number(/counter packets (\d+)/.exec(stdout)?.[1] ?? 0);
      },
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
};
