import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { claimLive, sweepLive } from './live-calls.ts';

const SILENT_MS = 30_000;
const database = setUpTestDatabase();

/** That cannot be read, of a server that is gone. */
async function makeCall(seenAt: Date) {
  const { db } = database;
  const callId = randomUUID() as CallId;
  const from = randomUUID() as ServerId;
  await db
    .insertInto('live_calls')
    .values({
      call_id: callId,
      server_id: from,
      call: JSON.stringify({ seats: [], acceptedAt: 'unknown' }),
      seen_at: seenAt,
    })
    .execute();
  const row = () =>
    db
      .selectFrom('live_calls')
      .where('call_id', '=', callId)
      .select(['server_id', 'seen_at'])
      .executeTakeFirst();
  return { callId, from, row };
}

const sweep = (decidedAt: number) =>
  database.db.transaction().execute((trx) => sweepLive(trx, { silentMs: SILENT_MS, decidedAt }));

it('a call that cannot be read, of a server that is gone, is not taken over again and again, but given up', async () => {
  const seenAt = new Date(Date.now() - 2 * SILENT_MS);
  const { callId, from, row } = await makeCall(seenAt);
  const to = randomUUID() as ServerId;
  expect(await claimLive(database.db, callId, { from, to, steady: true })).toBeNull();
  expect(await row()).toEqual({ server_id: from, seen_at: seenAt });
  expect(await sweep(Date.now())).toEqual([]);
  expect(await row()).toBeUndefined();
});

it('a sweep that was held up gives up nothing: the calls may have been said to live meanwhile', async () => {
  const { row } = await makeCall(new Date(Date.now() - 2 * SILENT_MS));
  expect(await sweep(Date.now() - SILENT_MS)).toEqual([]);
  expect(await row()).toBeDefined();
});
