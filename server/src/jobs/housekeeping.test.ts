import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { removeExpiredTokens, removeOldMails } from './housekeeping.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

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
    await db
      .insertInto('refresh_tokens')
      .values([token(inDays(-1), null), token(inDays(1), null), token(inDays(1), inDays(-20))])
      .execute();
    await removeExpiredTokens(db);
    const left = await db.selectFrom('refresh_tokens').select('expires_at').execute();
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
    await db
      .insertInto('one_time_tokens')
      .values([link(inDays(-40)), link(inDays(-2)), link(inDays(1))])
      .execute();
    await removeExpiredTokens(db);
    expect(await db.selectFrom('one_time_tokens').select('id').execute()).toHaveLength(2);
  });

  it('removes counters of attempts whose time is over', async () => {
    await db
      .insertInto('rate_limits')
      .values([
        { key: randomBytes(32), count: 3, window_ends_at: inDays(-1) },
        { key: randomBytes(32), count: 4, window_ends_at: inDays(1) },
      ])
      .execute();
    await removeExpiredTokens(db);
    expect(await db.selectFrom('rate_limits').select('count').execute()).toEqual([{ count: 4 }]);
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
    await db
      .insertInto('mails')
      .values([
        mail('old and sent', inDays(-31), { sent_at: inDays(-31) }),
        mail('old and failed', inDays(-31), { failed_at: inDays(-30) }),
        mail('old and waiting', inDays(-31), {}),
        mail('new and sent', inDays(-1), { sent_at: inDays(-1) }),
      ])
      .execute();
    await removeOldMails(db, 30);
    const left = await db.selectFrom('mails').select('subject').orderBy('subject').execute();
    expect(left.map(({ subject }) => subject)).toEqual(['new and sent', 'old and waiting']);
  });
});
