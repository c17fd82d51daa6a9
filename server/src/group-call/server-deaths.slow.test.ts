import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupId, MemberId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';

/** Longer than the tests take: a server that counts as dead ends nothing. */
const GRACE_MS = 600_000;
const PATIENT = { graceMs: GRACE_MS, rebuildGraceMs: GRACE_MS };
/** How long a server may be silent where that is to be over soon. */
const SILENT_MS = 1_500;

const newKey = () => randomBytes(16).toString('base64url');

/** Those who are in calls, and what of them is written down. */
const readersOf = (world: () => CallWorld) => ({
  rowsOf: ({ id }: Person) =>
    world()
      .db.selectFrom('connections')
      .where('user_id', '=', id)
      .orderBy('started_at')
      .selectAll()
      .execute(),
  liveOf: ({ id }: Person) =>
    world()
      .db.selectFrom('live_group_members')
      .where('user_id', '=', id)
      .orderBy('started_at')
      .selectAll()
      .execute(),
  guestsIn: (groupId: GroupId) =>
    world().db.selectFrom('live_group_guests').where('group_id', '=', groupId).selectAll().execute(),
  visitsIn: (callId: string) =>
    world().db.selectFrom('guest_visits').where('call_id', '=', callId).selectAll().execute(),
  seenAt: async ({ serverId }: CallServer) => {
    const { seen_at } = await world()
      .db.selectFrom('server_heartbeats')
      .where('server_id', '=', serverId)
      .select('seen_at')
      .executeTakeFirstOrThrow();
    return seen_at;
  },
});

/** Leaves a server in the state after kill -9: the database and its clients hear nothing more of it. */
const die = async (server: CallServer, ...clients: readonly TestSignalClient[]) => {
  await server.fallSilent();
  for (const client of clients) client.cut();
};

const join = async (client: TestSignalClient, groupId: GroupId, before?: MemberId) => {
  const target = { kind: 'group', groupId } as const;
  const joined = await client.request('groupCall.join', { target, ...(before && { before }) });
  return { client, ...joined };
};

describe('A part in a group call, over the deaths of servers (G16)', () => {
  const servers = setUpServers({ options: PATIENT, withMediaNode: true });
  const { rowsOf, liveOf, guestsIn, visitsIn } = readersOf(() => servers.world);

  const gather = async () => {
    const { people } = servers.world;
    const customer = await people.customer();
    const [hana, ken] = [await people.user('Hana', customer), await people.user('Ken', customer)];
    return { customer, hana, ken, groupId: await people.group(hana, [ken]) };
  };
  const start = async () => {
    const server = await servers.world.startServer(PATIENT);
    expect(await server.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    return server;
  };
  /** Resolves once the server has it in writing. */
  const enter = async (server: CallServer, person: Person, groupId: GroupId, before?: MemberId) => {
    const client = await servers.enter(server, person);
    const joined = await join(client, groupId, before);
    await eventually(async () =>
      expect(await liveOf(person)).toContainEqual(expect.objectContaining({ member_id: joined.memberId })),
    );
    return joined;
  };

  it('is one row with all of its time, and one call in the statistics, although two servers were killed', async () => {
    const { customer, hana, groupId } = await gather();
    const [first, second] = [await start(), await start()];
    const one = await enter(first, hana, groupId);
    const [live] = await liveOf(hana);
    await die(first, one.client);
    const two = await enter(second, hana, groupId, one.memberId);
    await die(second, two.client);
    const three = await enter(servers.server, hana, groupId, two.memberId);
    const whole = { call_id: one.roomId, started_at: live?.started_at };
    expect(await liveOf(hana)).toMatchObject([{ ...whole, server_id: servers.server.serverId }]);
    await three.client.request('groupCall.leave', {});
    await eventually(async () =>
      expect(await rowsOf(hana)).toMatchObject([{ ...whole, end_reason: 'left' }]),
    );
    expect(await liveOf(hana)).toEqual([]);
    const counted = await servers.world.db
      .selectFrom('call_end_days')
      .where('customer_id', '=', customer)
      .select(['calls', 'participations'])
      .execute();
    expect(counted).toEqual([{ calls: 1, participations: 1 }]);
  });

  it('is one row although its server has ended in order, also for a page that was reloaded meanwhile', async () => {
    const { hana, groupId } = await gather();
    const [first, second] = [await start(), await start()];
    const one = await enter(first, hana, groupId);
    const [live] = await liveOf(hana);
    await first.close();
    expect(await rowsOf(hana)).toEqual([]);
    await enter(second, hana, groupId, one.memberId);
    await second.close();
    const reloaded = await enter(servers.server, hana, groupId);
    await reloaded.client.request('groupCall.leave', {});
    await eventually(async () =>
      expect(await rowsOf(hana)).toMatchObject([{ started_at: live?.started_at, end_reason: 'left' }]),
    );
  });

  it('is a row for each of two pages, which both come back', async () => {
    const { hana, groupId } = await gather();
    const first = await start();
    const desk = await enter(first, hana, groupId);
    const phone = await enter(first, hana, groupId);
    const [deskRow, phoneRow] = await liveOf(hana);
    await die(first, desk.client, phone.client);
    const phoneAgain = await enter(servers.other, hana, groupId, phone.memberId);
    const deskAgain = await enter(servers.server, hana, groupId, desk.memberId);
    expect(await liveOf(hana)).toMatchObject([
      { started_at: deskRow?.started_at, member_id: deskAgain.memberId },
      { started_at: phoneRow?.started_at, member_id: phoneAgain.memberId },
    ]);
    for (const { client } of [deskAgain, phoneAgain]) await client.request('groupCall.leave', {});
    await eventually(async () => expect(await rowsOf(hana)).toHaveLength(2));
  });

  it('is one row, in one call, although the media node was killed with the server', async () => {
    const { hana, ken, groupId } = await gather();
    const first = await start();
    const one = await enter(first, hana, groupId);
    const [live] = await liveOf(hana);
    process.kill(servers.mediaNode.pid ?? Number.NaN, 'SIGKILL');
    await die(first, one.client);
    for (const { sfu } of [servers.server, servers.other]) {
      await eventually(() => expect(live && sfu.has(live.node_id)).toBe(false));
      expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    }
    const two = await enter(servers.server, hana, groupId, one.memberId);
    expect(two.roomId).not.toBe(one.roomId);
    // Who comes only now is in the same call.
    const kens = await enter(servers.other, ken, groupId);
    for (const { client } of [two, kens]) await client.request('groupCall.leave', {});
    for (const person of [hana, ken]) {
      await eventually(async () => expect(await rowsOf(person)).toMatchObject([{ call_id: one.roomId }]));
    }
  });

  it('is one visit of a guest', async () => {
    const { groupId } = await gather();
    const first = await start();
    const token = await servers.world.people.guestToken(groupId);
    const key = newKey();
    const guest = async (server: CallServer, before?: MemberId) => {
      const client = servers.connect(server);
      await client.open({ kind: 'guest', token, name: 'Grace', key });
      const joined = await join(client, groupId, before);
      await eventually(async () =>
        expect(await guestsIn(groupId)).toMatchObject([{ member_id: joined.memberId }]),
      );
      return joined;
    };
    const one = await guest(first);
    const [live] = await guestsIn(groupId);
    await die(first, one.client);
    const two = await guest(servers.server, one.memberId);
    await two.client.request('groupCall.leave', {});
    await eventually(async () =>
      expect(await visitsIn(one.roomId)).toMatchObject([{ started_at: live?.started_at }]),
    );
    expect(await guestsIn(groupId)).toEqual([]);
  });
});

describe('Where every server dies and the next one starts later (G16)', () => {
  let world: CallWorld;
  const { rowsOf, liveOf, guestsIn, visitsIn, seenAt } = readersOf(() => world);
  const start = async () => {
    const server = await world.startServer({ ...PATIENT, takeUpMs: SILENT_MS });
    expect(await server.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    return server;
  };
  beforeAll(async () => {
    world = await createCallWorld();
    world.startMediaNode();
  });
  afterAll(() => world.close());

  it('a part has ended when its server was last known to live, a guest’s too, and who comes back begins another', async () => {
    const hana = await world.people.user('Hana', await world.people.customer());
    const groupId = await world.people.group(hana, []);
    const [first, second] = [await start(), await start()];
    const hanas = await join(await first.enter(hana), groupId);
    const grace = second.connect();
    const token = await world.people.guestToken(groupId);
    await grace.open({ kind: 'guest', token, name: 'Grace', key: newKey() });
    await join(grace, groupId);
    await eventually(async () => {
      expect(await liveOf(hana)).toHaveLength(1);
      expect(await guestsIn(groupId)).toHaveLength(1);
    });
    await die(first, hanas.client);
    await die(second, grace);
    const [hanaSeen, graceSeen] = [await seenAt(first), await seenAt(second)];
    await eventually(async () => {
      const { rows } = await sql<{ gone: boolean }>`
        select bool_and(seen_at < clock_timestamp() - ${SILENT_MS} * interval '1 millisecond') as gone
        from server_heartbeats`.execute(world.db);
      expect(rows).toEqual([{ gone: true }]);
    });
    const next = await start();
    const back = await join(await next.enter(hana), groupId, hanas.memberId);
    await eventually(async () => expect(await rowsOf(hana)).toHaveLength(1));
    const [row] = await rowsOf(hana);
    // It has joined after the last beat, perhaps.
    const ended = new Date(Math.max(hanaSeen.getTime(), row?.started_at.getTime() ?? 0));
    expect(row).toMatchObject({ call_id: hanas.roomId, end_reason: 'lost', ended_at: ended });
    await eventually(async () => expect(await visitsIn(hanas.roomId)).toHaveLength(1));
    const [visit] = await visitsIn(hanas.roomId);
    const lastedMs = Math.max(0, graceSeen.getTime() - (visit?.started_at.getTime() ?? 0));
    expect(visit?.duration_s).toBe(Math.round(lastedMs / 1000));
    expect(await guestsIn(groupId)).toEqual([]);
    await back.client.request('groupCall.leave', {});
    await eventually(async () =>
      expect(await rowsOf(hana)).toMatchObject([{ end_reason: 'lost' }, { end_reason: 'left' }]),
    );
    const [, again] = await rowsOf(hana);
    expect(again?.started_at.getTime()).toBeGreaterThan(ended.getTime());
  });
});
