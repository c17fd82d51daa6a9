import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { ServerHeartbeat } from './server-heartbeat.ts';

const database = setUpTestDatabase();
const log = createLog({ name: 'test', level: 'silent' });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('the heartbeats of servers', () => {
  it('are forgotten after a day, but for those of servers that calls still refer to', async () => {
    const { db } = database;
    const [gone, referred, starting] = [randomUUID(), randomUUID(), randomUUID()] as ServerId[];
    if (!gone || !referred || !starting) throw new Error('no ids');
    await db
      .insertInto('server_heartbeats')
      .values([gone, referred].map((server_id) => ({ server_id, seen_at: daysAgo(3) })))
      .execute();
    await db
      .insertInto('live_calls')
      .values({
        call_id: randomUUID() as CallId,
        server_id: referred,
        call: JSON.stringify({ seats: [] }),
        seen_at: daysAgo(3),
      })
      .execute();
    const heartbeat = new ServerHeartbeat({ db, serverId: starting, log });
    await heartbeat.start();
    await heartbeat.close();
    const rows = await db.selectFrom('server_heartbeats').select('server_id').execute();
    const known = rows.map(({ server_id }) => server_id);
    expect([gone, referred, starting].map((id) => known.includes(id))).toEqual([false, true, true]);
  });
});
