import type { Db } from '#server/db/database.ts';
import { createCountWithin, hashKey } from './count-within.ts';
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

const DAY_MINUTES = 1_440;

interface Counter {
  readonly key: Buffer;
  readonly maximum: number;
  readonly minutes: number;
}

/** Counted in PostgreSQL, so that all servers together keep the limit and a restart does not lift it. */
export function createRateLimits(db: Db, limits: AttemptLimits): RateLimits {
  const countWithin = createCountWithin(db);

  const countersOf = (action: LimitedAction, { address, account, knownBrowser }: Attempter): Counter[] => {
    const minutes = limits.attemptWindowMinutes;
    const key = (...parts: readonly string[]) => hashKey(action, ...parts);
    const name = account?.toLowerCase() ?? '';
    if (account !== undefined && knownBrowser) {
      const maximum = limits.attemptsPerAccount;
      return [{ key: key('browser', name, knownBrowser), maximum, minutes }];
    }
    // Asked for by someone who is signed in and manages the account: an office behind one address is not held up by itself.
    if (action === 'managed-mail') {
      return [{ key: key('account', name), maximum: limits.attemptsPerAccount, minutes }];
    }
    // Of a customer: a webhook that is made for each test would escape a limit of its own.
    if (action === 'webhook-test') {
      return [{ key: key('customer', name), maximum: limits.attemptsPerAddress, minutes }];
    }
    const from = network(address);
    const counters = [{ key: key('address', from), maximum: limits.attemptsPerAddress, minutes }];
    if (action === 'mail' || action === 'sign-up') {
      const maximum = limits.mailRequestsPerNetworkDay;
      counters.push({ key: hashKey('mail-requests', from), maximum, minutes: DAY_MINUTES });
    }
    if (action === 'device-request') {
      const daily = { maximum: limits.deviceRequestsPerDay, minutes: DAY_MINUTES };
      counters.push({ key: key('network-day', from), ...daily }, { key: key('sender-day', name), ...daily });
      return counters;
    }
    if (account === undefined) return counters;
    // In this order: one network must not use up the account's attempts from everywhere.
    return [
      ...counters,
      { key: key('account-network', name, from), maximum: limits.attemptsPerAccount, minutes },
      { key: key('account', name), maximum: limits.attemptsPerAccountAnywhere, minutes },
    ];
  };

  return {
    async attempt(action, by) {
      const counters = countersOf(action, by);
      for (const { key, maximum, minutes } of counters) await countWithin(key, maximum, minutes);
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
