import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { claimLive, sweepLive } from './live-calls.ts';

const database = setUpTestDatabase();

describe('a call that cannot be read, of a server that is gone', () => {
  it('is not taken over again and again, but given up like any other', async () => {
    const { db } = database;
    const callId = randomUUID() as CallId;
    const [from, to] = [randomUUID() as ServerId, randomUUID() as ServerId];
    const seenAt = new Date(Date.now() - 60_000);
    await db
      .insertInto('live_calls')
      .values({
        call_id: callId,
        server_id: from,
        call: JSON.stringify({ seats: [], acceptedAt: 'unknown' }),
        seen_at: seenAt,
      })
      .execute();
    expect(await claimLive(db, callId, { from, to, steady: true })).toBeNull();
    const row = () =>
      db
        .selectFrom('live_calls')
        .where('call_id', '=', callId)
        .select(['server_id', 'seen_at'])
        .executeTakeFirst();
    expect(await row()).toEqual({ server_id: from, seen_at: seenAt });
    expect(await db.transaction().execute((trx) => sweepLive(trx, 30_000))).toEqual([]);
    expect(await row()).toBeUndefined();
  });
});
