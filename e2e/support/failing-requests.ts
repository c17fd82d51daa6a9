import type { Page } from 'playwright';
import { expect } from 'vitest';
import { comeOnline } from './browser.ts';
import { leaveCall } from './calls.ts';
import { newCustomer } from './new-customer.ts';
import { type Manner, type Refusals, refusals } from './refusals.ts';
import type { People } from './set-up.ts';
import { until } from './until.ts';

/** What can heal does so within this time after the server does what it is asked. */
const HEALS_WITHIN_MS = 10_000;
/** A first try and its first repetition may follow each other at once. */
const BURST = 2;
const MOST_PER_SECOND = 2;

export interface Two {
  readonly alice: Page;
  readonly bob: Page;
}

export interface Phase {
  readonly name: string;
  readonly requests: readonly string[];
  /** How often each of them fails. */
  readonly times: number;
  /** `refused` by default. */
  readonly manner?: Manner;
  /** Whose requests fail; Alice's by default. */
  readonly who?: keyof Two;
  /** How many different ones are sent at once; one of each kind by default. */
  readonly atOnce?: number;
  readonly before: (two: Two) => Promise<unknown>;
  readonly act: (two: Two) => Promise<unknown>;
  /** What the page shows while they fail. */
  readonly said?: (two: Two) => Promise<unknown>;
  readonly healed: (two: Two) => Promise<unknown>;
}

const servers = new WeakMap<Page, Refusals>();

/** For `prepare` of `setUpPeople`. */
export const standBeforeServer = async (page: Page): Promise<void> => {
  servers.set(page, await refusals(page));
};

/** What stands between this page and the server. */
export function serverBefore(page: Page): Refusals {
  const server = servers.get(page);
  if (!server) throw new Error('Nothing stands before the server');
  return server;
}

/** Lets requests of one phase of a call fail: the page says so, asks again, not too often, and heals soon after that. */
const failIn = async (phase: Phase, two: Two): Promise<void> => {
  const { requests, times, manner, who = 'alice', atOnce = requests.length } = phase;
  await phase.before(two);
  const server = serverBefore(two[who]);
  server.fail(requests, times, manner);
  await phase.act(two);
  await phase.said?.(two);
  await phase.healed(two);
  await until('the server was asked after the failures', () => server.passed() !== null);
  const failed = server.failed();
  const [first = 0] = failed;
  const last = failed.at(-1) ?? 0;
  const allowed = BURST * atOnce + ((last - first) / 1_000) * MOST_PER_SECOND * requests.length;
  expect(failed, phase.name).toHaveLength(times * requests.length);
  expect(failed.length, `${phase.name}: requests`).toBeLessThanOrEqual(allowed);
  // A request that is not answered has failed after its time-out.
  if (manner !== 'silent' && requests.length === 1)
    expect((server.passed() ?? 0) - last, `${phase.name}: ms until healed`).toBeLessThan(HEALS_WITHIN_MS);
};

/** Goes through the phases with several pairs of people beside each other: most of the time each of them waits. */
export const inLanes = async (phases: readonly Phase[], lanes: readonly Two[]): Promise<void> => {
  const left = [...phases];
  await Promise.all(
    lanes.map(async (two) => {
      for (let phase = left.shift(); phase; phase = left.shift()) {
        try {
          await failIn(phase, two);
          await Promise.all([leaveCall(two.alice), leaveCall(two.bob)]);
        } catch (error) {
          throw new Error(`${phase.name}: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          });
        }
      }
    }),
  );
};

/** Alice and Bob of so many customers, signed in and at home. */
export const couples = (people: People, count: number): Promise<Two[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const system = await newCustomer();
      const open = async (name: string): Promise<Page> => {
        const page = await people.stranger();
        await comeOnline(page, system.account(name));
        return page;
      };
      const [alice, bob] = await Promise.all([open('alice'), open('bob')]);
      return { alice, bob };
    }),
  );
