import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

const LIMITS = {
  attemptWindowMinutes: 15,
  attemptsPerAccount: 3,
  attemptsPerAccountAnywhere: 8,
  attemptsPerAddress: 5,
  mailRequestsPerNetworkDay: 4,
  deviceRequestsPerDay: 4,
};
const database = setUpTestDatabase();
let limits: RateLimits;
beforeAll(async () => {
  limits = createRateLimits(database.db, LIMITS);
});
beforeEach(async () => {
  await database.db.deleteFrom('rate_limits').execute();
});

const attempts = async (count: number, address: (round: number) => string, account?: string) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, round) =>
      limits.attempt('sign-in', { address: address(round), ...(account !== undefined && { account }) }),
    ),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
};

describe('attempts', () => {
  it('are counted by address, also when they come all at once', async () => {
    expect(await attempts(20, () => '192.0.2.1')).toBe(LIMITS.attemptsPerAddress);
    expect(await attempts(1, () => '192.0.2.2')).toBe(1);
  });

  it('on one account are few from one network, however its name is written', async () => {
    expect(await attempts(2, () => '192.0.2.1', 'Alice@example.com')).toBe(2);
    expect(await attempts(2, () => '192.0.2.1', 'alice@EXAMPLE.com')).toBe(1);
  });

  it('on one account from one network leave the owner elsewhere alone', async () => {
    await attempts(20, () => '192.0.2.1', 'alice@example.com');
    expect(await attempts(20, () => '198.51.100.1', 'alice@example.com')).toBe(LIMITS.attemptsPerAccount);
  });

  it('on one account are limited from everywhere together, too', async () => {
    expect(await attempts(40, (round) => `192.0.2.${round}`, 'alice@example.com')).toBe(
      LIMITS.attemptsPerAccountAnywhere,
    );
  });

  it('from a known browser count separately from those of the network and the account', async () => {
    await attempts(40, (round) => `192.0.2.${round % 20}`, 'alice@example.com');
    const known = () =>
      limits.attempt('sign-in', {
        address: '192.0.2.1',
        account: 'alice@example.com',
        knownBrowser: 'browser',
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, known));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.attemptsPerAccount);
  });

  it('that cause mails are limited a day, too', async () => {
    const ask = () => limits.attempt('mail', { address: '192.0.2.1' });
    for (let round = 0; round < LIMITS.mailRequestsPerNetworkDay; round++) await ask();
    await expect(limits.attempt('sign-up', { address: '192.0.2.1' })).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: expect.closeTo(86_400_000, -5),
    });
  });

  it.each([
    [['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::9', '2001:db8:1:2:3:4:5:6'], 'one /64 of IPv6'],
    [['192.0.2.1', '::ffff:192.0.2.1'], 'IPv4, also as IPv6 writes it'],
  ])('of %j count as one address: %s', async (addresses) => {
    expect(await attempts(20, (round) => addresses[round % addresses.length] ?? '')).toBe(
      LIMITS.attemptsPerAddress,
    );
  });

  it('of one kind leave the others alone', async () => {
    await attempts(20, () => '192.0.2.1');
    await limits.attempt('mail', { address: '192.0.2.1' });
  });

  it('that succeeded are forgiven', async () => {
    for (let round = 0; round < 20; round++) {
      const attempt = await limits.attempt('sign-in', { address: '192.0.2.1', account: 'bob' });
      await attempt.forgive();
    }
  });

  it('say how long to wait, and are free again after that', async () => {
    await attempts(20, () => '192.0.2.1');
    const refusal = await limits
      .attempt('sign-in', { address: '192.0.2.1' })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'too-many-requests', status: 429 });
    expect(refusal).toHaveProperty('retryAfterMs', expect.closeTo(15 * 60_000, -4));
    await database.db
      .updateTable('rate_limits')
      .set({ window_ends_at: new Date(Date.now() - 1) })
      .execute();
    expect(await attempts(20, () => '192.0.2.1')).toBe(LIMITS.attemptsPerAddress);
  });

  it('leave no address and no account behind in clear', async () => {
    await limits.attempt('sign-in', { address: '192.0.2.1', account: 'alice@example.com' });
    const rows = await database.db.selectFrom('rate_limits').selectAll().execute();
    expect(rows).toHaveLength(3);
    expect(rows.every(({ key }) => key.length === 32)).toBe(true);
  });
});
