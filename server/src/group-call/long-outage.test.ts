import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { GroupId, MemberId, NodeId, RoomId, ServerId, UserId } from '#protocol/ids.ts';
import { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import { createDomainEvents } from '#server/domain-events-bus.ts';
import { ExperienceSum } from '#server/experience.ts';
import { createManagerNews } from '#server/manager-news.ts';
import { eventually } from '#server/testing/eventually.ts';
import { defaultCustomer } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { enterGuest } from './guest-rows.ts';
import { LiveMembers } from './live-members.ts';
import type { Entry } from './lost-rows.ts';
import { enterMember } from './member-rows.ts';

const SILENT_MS = 500;
const HOUR_MS = 3_600_000;

const database = setUpTestDatabase();
const log = createLog({ name: 'test', level: 'silent' });

describe('a group call whose servers were all lost, and none of which ran for days', () => {
  it('is in the history of its members and counts its guests, up to when their server lived', async () => {
    const { db } = database;
    const customerId = await defaultCustomer(db);
    const lost = randomUUID() as ServerId;
    const seenAt = new Date(Date.now() - 72 * HOUR_MS);
    await db.insertInto('server_heartbeats').values({ server_id: lost, seen_at: seenAt }).execute();
    const entry: Entry = {
      serverId: lost,
      place: {
        nodeId: randomUUID() as NodeId,
        roomId: randomUUID() as RoomId,
        memberId: randomUUID() as MemberId,
      },
      lastMember: null,
      at: seenAt.getTime() - HOUR_MS,
      silentMs: SILENT_MS,
      steady: true,
    };
    const part = () => ({
      id: randomUUID(),
      groupId: randomUUID() as GroupId,
      customerId,
      experience: new ExperienceSum(),
    });
    const userId = randomUUID() as UserId;
    const member = { kind: 'member', groupName: 'Choir', userId, deviceId: null, ...part() } as const;
    await enterMember(db, member, entry);
    await enterGuest(db, { kind: 'guest', personId: randomUUID(), ...part() }, entry);

    const heartbeat = new ServerHeartbeat({ db, serverId: randomUUID() as ServerId, log });
    await heartbeat.start();
    const bus = createLocalBus();
    const members = new LiveMembers({
      db,
      events: createDomainEvents(bus),
      heartbeat,
      ask: () => Promise.reject(new AppError('request-timeout')),
      isRelayed: () => Promise.resolve(false),
      news: createManagerNews(bus),
      log,
      silentMs: SILENT_MS,
    });
    try {
      await eventually(async () => {
        const rows = await db.selectFrom('connections').where('user_id', '=', userId).selectAll().execute();
        expect(rows).toMatchObject([
          { peer_name: 'Choir', end_reason: 'lost', ended_at: seenAt, duration_s: 3_600 },
        ]);
      });
      await eventually(async () => {
        const visits = await db
          .selectFrom('guest_visits')
          .where('call_id', '=', entry.place.roomId)
          .selectAll()
          .execute();
        expect(visits).toMatchObject([{ customer_id: customerId, duration_s: 3_600 }]);
      });
      const left = await db
        .selectFrom('live_group_guests')
        .where('server_id', '=', lost)
        .selectAll()
        .execute();
      expect(left).toEqual([]);
    } finally {
      await members.close();
      await heartbeat.close();
    }
  });
});
