import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHROMIUM } from './browser.ts';

const run = promisify(execFile);
const ip = (...args: readonly string[]) => run('ip', [...args]);

/** Of documentation and benchmarks (RFC 2544): no one's real network. */
const SUBNET = '198.18';
export type Network = 'first' | 'second';
const numbers: Readonly<Record<Network, number>> = { first: 1, second: 2 };

/** A place of its own for a browser, with two ways out, of which one is there at a time: cable and mobile, say. */
export interface TwoNetworks {
  /** Starts Chromium in there. */
  readonly executablePath: string;
  /** Where the browser finds this machine, over whichever network it is in. */
  readonly server: string;
  /** The address that the browser has in a network. */
  address(network: Network): string;
  /** Takes the browser out of the one network and puts it into the other. */
  change(to: Network): Promise<void>;
  close(): Promise<void>;
}

const NAMESPACE = `hibiki${process.pid}`;

/** Whether this process may make network namespaces; in most containers it may not. */
export const canMakeNetworks = async (): Promise<boolean> => {
  try {
    await ip('netns', 'add', NAMESPACE);
    await ip('netns', 'delete', NAMESPACE);
    return true;
  } catch {
    return false;
  }
};

export const makeTwoNetworks = async (): Promise<TwoNetworks> => {
  await ip('netns', 'add', NAMESPACE);
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-network-'));
  const link = (network: Network) => `hb${numbers[network]}-${process.pid}`.slice(0, 15);
  const outside = (network: Network) => `${SUBNET}.${numbers[network]}.1`;
  const address = (network: Network) => `${SUBNET}.${numbers[network]}.2`;
  const inside = (...args: readonly string[]) => ip('-n', NAMESPACE, ...args);
  const close = async () => {
    // A namespace lives on as long as a process does that is still ending in it: its links would, too.
    for (const network of ['first', 'second'] as const) {
      // One that could not be made need not be taken away.
      await ip('link', 'delete', link(network)).catch(() => {});
    }
    await ip('netns', 'delete', NAMESPACE);
    await rm(folder, { recursive: true, force: true });
  };
  const enter = async (network: Network) => {
    await inside('link', 'set', `in${numbers[network]}`, 'up');
    await inside('route', 'add', 'default', 'via', outside(network));
  };
  try {
    await inside('link', 'set', 'lo', 'up');
    for (const network of ['first', 'second'] as const) {
      const peer = `in${numbers[network]}`;
      await ip('link', 'add', link(network), 'type', 'veth', 'peer', 'name', peer, 'netns', NAMESPACE);
      // No address that IPv6 gives itself a second later: to the browsers of other tests that is a change of network.
      await ip('link', 'set', link(network), 'addrgenmode', 'none');
      await ip('address', 'add', `${outside(network)}/24`, 'dev', link(network));
      await ip('link', 'set', link(network), 'up');
      await inside('address', 'add', `${address(network)}/24`, 'dev', peer);
    }
    await enter('first');
    const executablePath = join(folder, 'chromium');
    await writeFile(executablePath, `#!/bin/sh\nexec ip netns exec ${NAMESPACE} ${CHROMIUM} "$@"\n`);
    await chmod(executablePath, 0o755);
    return {
      executablePath,
      server: outside('first'),
      address,
      async change(to) {
        await inside('link', 'set', `in${numbers[to === 'first' ? 'second' : 'first']}`, 'down');
        await enter(to);
      },
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
};
