import type { Db } from '#server/db/database.ts';
import { type Counter, createCountWithin, hashKey } from '#server/limits/count-within.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import { network } from './network.ts';

/** What is counted apart. */
export type LimitedAction =
  | 'sign-in'
  | 'password-check'
  | 'sign-up'
  | 'link'
  | 'mail'
  | 'managed-mail'
  | 'webhook-test'
  | 'self-test'
  | 'device-request';

export interface Attempter {
  /** The asker's internet address. */
  readonly address: string;
  /** What identifies the account: a mail address, a serial, an id. */
  readonly account?: string;
  /** Names a browser that has signed in to this account before (known-browsers.ts). */
  readonly knownBrowser?: string | null | undefined;
}

export interface RateLimits {
  /**
   * Counts an attempt before it is made, so that many at once cannot slip through. Throws `too-many-requests` with the
   * time that is left.
   *
   * Attempts on an account are few from one network and many from everywhere, so that no one can use them up for its
   * owner. A browser that has signed in to the account before is counted by itself alone.
   */
  attempt(action: LimitedAction, by: Attempter): Promise<Attempt>;
}

export interface Attempt {
  /** It succeeded and shall not count: only failed sign-ins do. */
  forgive(): Promise<void>;
}

export interface AttemptLimits {
  readonly attemptWindowMinutes: number;
  /** From one network, or from one known browser. */
  readonly attemptsPerAccount: number;
  /** From everywhere. */
  readonly attemptsPerAccountAnywhere: number;
  readonly attemptsPerAddress: number;
  /** Sign-ups and requests for mails, a network and day. */
  readonly mailRequestsPerNetworkDay: number;
  /** Requests to devices, a sender and a network. */
  readonly deviceRequestsPerDay: number;
}

type AttemptLimit =
  | 'attempts-address'
  | 'attempts-account'
  | 'attempts-account-anywhere'
  | 'attempts-browser'
  | 'managed-mails'
  | 'mail-requests-address'
  | 'device-requests-address'
  | 'device-requests-sender'
  | 'webhook-tests';

/** Counted in PostgreSQL, so that all servers together keep the limit and a restart does not lift it. */
export function createRateLimits(db: Db, limits: AttemptLimits): RateLimits {
  const countWithin = createCountWithin(db);

  const counter = (limit: AttemptLimit, key: Buffer): Counter => {
    const { most, minutes } = limitTable[limit];
    return {
      limit,
      key,
      maximum: limits[most],
      minutes: typeof minutes === 'number' ? minutes : limits[minutes],
    };
  };

  const countersOf = (action: LimitedAction, { address, account, knownBrowser }: Attempter): Counter[] => {
    const key = (...parts: readonly string[]) => hashKey(action, ...parts);
    const name = account?.toLowerCase() ?? '';
    if (account !== undefined && knownBrowser) {
      return [counter('attempts-browser', key('browser', name, knownBrowser))];
    }
    // Asked for by someone who is signed in and manages the account: an office behind one address is not held up by itself.
    if (action === 'managed-mail') return [counter('managed-mails', key('account', name))];
    // Of a customer: a webhook that is made for each test would escape a limit of its own.
    if (action === 'webhook-test') return [counter('webhook-tests', key('customer', name))];
    const from = network(address);
    const counters = [counter('attempts-address', key('address', from))];
    if (action === 'mail' || action === 'sign-up') {
      counters.push(counter('mail-requests-address', hashKey('mail-requests', from)));
    }
    if (action === 'device-request') {
      counters.push(
        counter('device-requests-address', key('network-day', from)),
        counter('device-requests-sender', key('sender-day', name)),
      );
      return counters;
    }
    if (account === undefined) return counters;
    // In this order: one network must not use up the account's attempts from everywhere.
    return [
      ...counters,
      counter('attempts-account', key('account-network', name, from)),
      counter('attempts-account-anywhere', key('account', name)),
    ];
  };

  return {
    async attempt(action, by) {
      const counters = countersOf(action, by);
      for (const counted of counters) await countWithin(counted);
      return {
        async forgive() {
          await db
            .updateTable('rate_limits')
            .where(
              'key',
              'in',
              counters.map(({ key }) => key),
            )
            .where('count', '>', 0)
            .set(({ eb }) => ({ count: eb('count', '-', 1) }))
            .execute();
        },
      };
    },
  };
}
