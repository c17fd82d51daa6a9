import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CallId, GroupId, MemberId, NodeId, RoomId, ServerId, UserId } from '#protocol/ids.ts';
import { defaultCustomer } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { ServerHeartbeat } from './server-heartbeat.ts';

const database = setUpTestDatabase();
const log = createLog({ name: 'test', level: 'silent' });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A server that was seen last so long ago. */
const serverSeen = async (seen_at: Date): Promise<ServerId> => {
  const server_id = randomUUID() as ServerId;
  await database.db.insertInto('server_heartbeats').values({ server_id, seen_at }).execute();
  return server_id;
};
const startServer = async () => {
  const heartbeat = new ServerHeartbeat({ db: database.db, serverId: randomUUID() as ServerId, log });
  await heartbeat.start();
  await heartbeat.close();
};
const known = async (servers: readonly ServerId[]) => {
  const rows = await database.db.selectFrom('server_heartbeats').select('server_id').execute();
  const ids = rows.map(({ server_id }) => server_id);
  return servers.map((id) => ids.includes(id));
};

describe('the heartbeats of servers', () => {
  it('are forgotten after a day, but for those of servers that calls still refer to', async () => {
    const { db } = database;
    const [gone, referred, lately] = [
      await serverSeen(daysAgo(3)),
      await serverSeen(daysAgo(3)),
      await serverSeen(daysAgo(0.5)),
    ];
    const call_id = randomUUID() as CallId;
    await db
      .insertInto('live_calls')
      .values({ call_id, server_id: referred, call: JSON.stringify({ seats: [] }), seen_at: daysAgo(3) })
      .execute();
    await startServer();
    expect(await known([gone, referred, lately])).toEqual([false, true, true]);
    await db.deleteFrom('live_calls').where('call_id', '=', call_id).execute();
    await startServer();
    expect(await known([referred])).toEqual([false]);
  });

  it('are kept while members or guests of group calls are not settled, however long no server ran', async () => {
    const { db } = database;
    const [ofMember, ofGuest] = [await serverSeen(daysAgo(3)), await serverSeen(daysAgo(3))];
    const group_id = randomUUID() as GroupId;
    const place = {
      node_id: randomUUID() as NodeId,
      room_id: randomUUID() as RoomId,
      member_id: randomUUID() as MemberId,
    };
    const common = {
      group_id,
      call_id: place.room_id,
      customer_id: await defaultCustomer(db),
      started_at: daysAgo(3),
      ...place,
    };
    await db
      .insertInto('live_group_members')
      .values({
        id: randomUUID(),
        server_id: ofMember,
        group_name: 'Choir',
        user_id: randomUUID() as UserId,
        device_id: null,
        ...common,
      })
      .execute();
    await db
      .insertInto('live_group_guests')
      .values({ id: randomUUID(), server_id: ofGuest, person_id: randomUUID(), ...common })
      .execute();
    await startServer();
    expect(await known([ofMember, ofGuest])).toEqual([true, true]);
    await db.deleteFrom('live_group_members').where('group_id', '=', group_id).execute();
    await startServer();
    expect(await known([ofMember, ofGuest])).toEqual([false, true]);
    await db.deleteFrom('live_group_guests').where('group_id', '=', group_id).execute();
    await startServer();
    expect(await known([ofGuest])).toEqual([false]);
  });
});
