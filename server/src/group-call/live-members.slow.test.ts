import { describe, expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';

const SILENT_MS = 1_500;
/** Longer than the test takes: a member's own server finds last that it is gone. */
const GRACE_MS = 6_000;

const inGroup = (groupId: GroupId) => ({ target: { kind: 'group', groupId } }) as const;

describe('The history of group calls', () => {
  const servers = setUpServers({ options: { takeUpMs: SILENT_MS, graceMs: GRACE_MS }, withMediaNode: true });
  const { enter } = servers;

  const gather = async () => {
    const { people } = servers.world;
    const customer = await people.customer();
    const [hana, ken] = [await people.user('Hana', customer), await people.user('Ken', customer)];
    return { hana, ken, groupId: await people.group(hana, [ken]) };
  };
  const rowsOf = ({ id }: Person) =>
    servers.world.db.selectFrom('connections').where('user_id', '=', id).selectAll().execute();
  const liveOf = ({ id }: Person) =>
    servers.world.db.selectFrom('live_group_members').where('user_id', '=', id).selectAll().execute();

  it('says what was sent and received, and that it was not relayed', async () => {
    const { hana, groupId } = await gather();
    const client = await enter(servers.server, hana);
    await client.request('groupCall.join', inGroup(groupId));
    await eventually(async () => expect(await liveOf(hana)).toHaveLength(1));
    await client.request('groupCall.leave', {});
    // A browser that was never connected has carried nothing; the node has measured that.
    await eventually(async () =>
      expect(await rowsOf(hana)).toMatchObject([{ kind: 'group', end_reason: 'left', bytes: 0 }]),
    );
    expect(await liveOf(hana)).toEqual([]);
  });

  it('says how long it took until media came, and how the connection was, over several pages (Q)', async () => {
    const { hana, groupId } = await gather();
    const client = await enter(servers.server, hana);
    await client.request('groupCall.join', inGroup(groupId));
    const report = { loss: 0.2, roundTripMs: 40 };
    const experience = { setUpMs: 900, good: 2, fair: 0, poor: 1, ...report };
    await client.request('groupCall.reportLink', { ...report, experience });
    await eventually(async () =>
      expect(await liveOf(hana)).toMatchObject([
        { state: { quality: 'poor', ...report }, experience: { setUpMs: 900, poor: 1 } },
      ]),
    );
    // Of a page that was loaded again: it begins to add up again.
    await client.request('groupCall.reportLink', {
      ...{ loss: 0.2, roundTripMs: 40 },
      experience: { good: 1, fair: 0, poor: 0, loss: 0, roundTripMs: 40 },
    });
    const last = { good: 3, fair: 1, poor: 0, loss: 0.04, roundTripMs: 40 };
    await client.request('groupCall.leave', { experience: last });
    await eventually(async () =>
      expect(await rowsOf(hana)).toMatchObject([
        { set_up_ms: 900, good_s: 5, fair_s: 1, poor_s: 1, mean_round_trip_ms: 40 },
      ]),
    );
    expect((await rowsOf(hana))[0]?.mean_loss).toBeCloseTo(0.109);
  });

  it('is one row over rooms that were lost', async () => {
    const { hana, groupId } = await gather();
    const client = await enter(servers.server, hana);
    const { roomId } = await client.request('groupCall.join', inGroup(groupId));
    const [node] = servers.server.sfu.nodes;
    process.kill(node?.workers[0]?.pid ?? Number.NaN, 'SIGKILL');
    await client.notice('groupCall.rebuildNeeded');
    await client.request('groupCall.join', inGroup(groupId));
    await client.request('groupCall.leave', {});
    await eventually(async () => expect(await rowsOf(hana)).toMatchObject([{ call_id: roomId, bytes: 0 }]));
  });

  it('is written once by another server where the member’s own has stopped, up to when that lived', async () => {
    const { hana, ken, groupId } = await gather();
    const lost = await servers.world.startServer({ graceMs: GRACE_MS });
    expect(await lost.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    const client = await enter(lost, hana);
    const watching = await enter(servers.other, ken);
    await watching.request('groupCall.join', inGroup(groupId));
    await client.request('groupCall.join', inGroup(groupId));
    await eventually(async () => expect(await liveOf(hana)).toHaveLength(1));
    await lost.fallSilent();
    client.cut();
    // Its media ends as well.
    expect(await watching.notice('groupCall.memberLeft')).toMatchObject({ reason: 'lost' });
    await eventually(async () => expect(await rowsOf(hana)).toHaveLength(1));
    const [row] = await rowsOf(hana);
    const { seen_at } = await servers.world.db
      .selectFrom('server_heartbeats')
      .where('server_id', '=', lost.serverId)
      .select('seen_at')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ end_reason: 'lost', bytes: 0 });
    // It has joined after the last beat, perhaps.
    expect(row?.ended_at).toEqual(new Date(Math.max(seen_at.getTime(), row?.started_at.getTime() ?? 0)));
    // The member's own server, which comes to the same end later, adds nothing.
    await lost.close();
    expect(await rowsOf(hana)).toHaveLength(1);
  });

  it('is kept of a group and of a member that were deleted meanwhile', async () => {
    const { hana, ken, groupId } = await gather();
    const [first, second] = [await enter(servers.server, hana), await enter(servers.other, ken)];
    await first.request('groupCall.join', inGroup(groupId));
    await second.request('groupCall.join', inGroup(groupId));
    await eventually(async () => expect([...(await liveOf(hana)), ...(await liveOf(ken))]).toHaveLength(2));
    const { db } = servers.world;
    await db.deleteFrom('groups').where('id', '=', groupId).execute();
    await db.deleteFrom('users').where('id', '=', ken.id).execute();
    await first.request('groupCall.leave', {});
    await second.request('groupCall.leave', {});
    for (const person of [hana, ken]) {
      await eventually(async () => expect(await rowsOf(person)).toMatchObject([{ peer_name: 'Test group' }]));
      expect(await liveOf(person)).toEqual([]);
    }
  });
});
