import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import { defaultCustomer, insertWebhook } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import {
  removeExpiredTokens,
  removeOldLogs,
  removeOldMails,
  removeOldNotifications,
  removeOldWebhookDeliveries,
} from './housekeeping.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

const database = setUpTestDatabase();

describe('housekeeping', () => {
  it('removes refresh tokens past their end, and keeps used ones until then, so that reuse is noticed', async () => {
    const token = (expires_at: Date, used_at: Date | null) => ({
      family_id: randomUUID(),
      principal_kind: 'user' as const,
      principal_id: randomUUID(),
      token_hash: randomBytes(32),
      expires_at,
      used_at,
    });
    await database.db
      .insertInto('refresh_tokens')
      .values([token(inDays(-1), null), token(inDays(1), null), token(inDays(1), inDays(-20))])
      .execute();
    await removeExpiredTokens(database.db);
    const left = await database.db.selectFrom('refresh_tokens').select('expires_at').execute();
    expect(left).toHaveLength(2);
    expect(left.every(({ expires_at }) => expires_at > new Date())).toBe(true);
  });

  it('removes mailed links long after they have expired, so that one that just did still says so', async () => {
    const link = (expires_at: Date) => ({
      purpose: 'verify-user' as const,
      target: randomUUID(),
      token_hash: randomBytes(32),
      expires_at,
    });
    await database.db
      .insertInto('one_time_tokens')
      .values([link(inDays(-40)), link(inDays(-2)), link(inDays(1))])
      .execute();
    await removeExpiredTokens(database.db);
    expect(await database.db.selectFrom('one_time_tokens').select('id').execute()).toHaveLength(2);
  });

  it('removes guest links long after their end, but none whose group is still to come', async () => {
    const { id: owner } = await database.db
      .insertInto('users')
      .values({
        mail: 'owner@example.com',
        password_hash: 'x',
        customer_id: (await database.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()).id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const group = async (name: string, span: { starts_at?: Date; ends_at?: Date }) => {
      const { id } = await database.db
        .insertInto('groups')
        .values({ name, owner_user_id: owner, ...span })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const link = (group_id: GroupId | null, expires: number) => ({
      group_id,
      pair_owner_user_id: group_id === null ? owner : null,
      mail: `${group_id}`,
      token_hash: randomBytes(32),
      expires_at: inDays(expires),
    });
    const kept = [
      link(await group('planned', { starts_at: inDays(7) }), -40),
      link(await group('until later', { ends_at: inDays(7) }), -40),
      link(null, -2),
    ];
    const gone = [
      link(await group('over', { ends_at: inDays(-40) }), -40),
      link(await group('always', {}), -40),
      link(null, -40),
    ];
    await database.db
      .insertInto('guest_links')
      .values([...gone, ...kept])
      .execute();
    await removeExpiredTokens(database.db);
    const left = await database.db.selectFrom('guest_links').select('token_hash').orderBy('id').execute();
    expect(left.map(({ token_hash }) => token_hash)).toEqual(kept.map(({ token_hash }) => token_hash));
  });

  it('removes deliveries to webhooks that are settled and old, and none that still waits', async () => {
    const customer_id = await defaultCustomer(database.db);
    const { id: webhook_id } = await insertWebhook(database.db, customer_id);
    const delivery = (state: 'PENDING' | 'DELIVERED' | 'FAILED', days: number) => ({
      webhook_id,
      customer_id,
      event: 'user.verified' as const,
      subject: `${state} ${days}`,
      payload: '{}',
      state,
      created_at: inDays(days),
    });
    await database.db
      .insertInto('webhook_deliveries')
      .values([
        delivery('PENDING', -40),
        delivery('DELIVERED', -40),
        delivery('FAILED', -40),
        delivery('DELIVERED', -10),
      ])
      .execute();
    await removeOldWebhookDeliveries(database.db, 30);
    const left = await database.db
      .selectFrom('webhook_deliveries')
      .select('subject')
      .orderBy('created_at')
      .execute();
    expect(left.map(({ subject }) => subject)).toEqual(['PENDING -40', 'DELIVERED -10']);
  });

  it('removes counters of attempts whose time is over', async () => {
    await database.db
      .insertInto('rate_limits')
      .values([
        { key: randomBytes(32), count: 3, window_ends_at: inDays(-1) },
        { key: randomBytes(32), count: 4, window_ends_at: inDays(1) },
      ])
      .execute();
    await removeExpiredTokens(database.db);
    expect(await database.db.selectFrom('rate_limits').select('count').execute()).toEqual([{ count: 4 }]);
  });

  it('removes old mails that are settled, never one that still waits', async () => {
    const mail = (subject: string, created_at: Date, settled: { sent_at?: Date; failed_at?: Date }) => ({
      recipient: 'a@example.com',
      subject,
      text: '',
      html: '',
      created_at,
      ...settled,
    });
    await database.db
      .insertInto('mails')
      .values([
        mail('old and sent', inDays(-31), { sent_at: inDays(-31) }),
        mail('old and failed', inDays(-31), { failed_at: inDays(-30) }),
        mail('old and waiting', inDays(-31), {}),
        mail('new and sent', inDays(-1), { sent_at: inDays(-1) }),
      ])
      .execute();
    await removeOldMails(database.db, 30);
    const left = await database.db.selectFrom('mails').select('subject').orderBy('subject').execute();
    expect(left.map(({ subject }) => subject)).toEqual(['new and sent', 'old and waiting']);
  });
});

describe('notifications', () => {
  it('are removed so many days after they have appeared, also those to everyone', async () => {
    const notification = (title: string, appears_at: Date) => ({
      user_id: null,
      customer_id: null,
      appears_at,
      title_ja: title,
      title_en: title,
    });
    await database.db
      .insertInto('notifications')
      .values([
        notification('old', inDays(-31)),
        notification('lately', inDays(-29)),
        notification('to come', inDays(40)),
      ])
      .execute();
    await removeOldNotifications(database.db, 30);
    const left = await database.db.selectFrom('notifications').select('title_en').orderBy('id').execute();
    expect(left.map(({ title_en }) => title_en)).toEqual(['lately', 'to come']);
  });
});

describe('the audit trail', () => {
  const row = (action: string, at: Date) => ({ actor_kind: 'system', action, resource: 'tests', at });
  const actions = async () =>
    (await database.db.selectFrom('logs').select('action').orderBy('at').execute()).map(
      ({ action }) => action,
    );

  it('is appended to, never changed, emptied or shortened', async () => {
    await database.db
      .insertInto('logs')
      .values([row('long ago', inDays(-400)), row('lately', inDays(-40)), row('just now', inDays(0))])
      .execute();
    for (const statement of [
      sql`update logs set action = 'other'`,
      // Not even what changes nothing goes by unnoticed.
      sql`update logs set action = action where false`,
      sql`delete from logs`,
      sql`truncate logs`,
      sql`insert into logs (id, actor_kind, action, resource) select id, 'system', 'x', 'y' from logs
        on conflict (id) do update set action = excluded.action`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow('append only');
    }
    expect(await actions()).toEqual(['long ago', 'lately', 'just now']);
  });

  it('loses what is older than it has to be kept, through housekeeping alone, and still counts right', async () => {
    await removeOldLogs(database.db, 365);
    expect(await actions()).toEqual(['lately', 'just now']);
    await expect(removeOldLogs(database.db, 29)).rejects.toThrow('30 days at least');
    // What let the one delete lets no other.
    await expect(sql`delete from logs`.execute(database.db)).rejects.toThrow('append only');
    const { rows } = await sql<{
      total: number;
    }>`select sum(total)::bigint as total from log_totals`.execute(database.db);
    expect(rows).toEqual([{ total: 2 }]);
  });
});
