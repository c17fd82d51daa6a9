import { beforeAll, describe, expect, it } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { GroupId, PairId } from '#protocol/ids.ts';
import { eventually } from './eventually.ts';
import type { Person } from './people.ts';
import { setUpPartition } from './set-up-partition.ts';
import type { TestSignalClient } from './signal-client.ts';

/** Longer than the heartbeats that anyone may miss. */
const OUTAGE_MS = 10_000;

const PING_MS = 1_000;

/** Lets time pass for people who stay. */
async function outlast(ms: number, clients: readonly TestSignalClient[]): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    await Promise.all(clients.map((client) => client.request('session.ping', {})));
    await new Promise((resolve) => setTimeout(resolve, PING_MS));
  }
}

/** What a client hears when it is thrown out of something. */
const losses = (clients: readonly TestSignalClient[]) =>
  clients.flatMap((client) =>
    (['groupCall.rebuildNeeded', 'groupCall.memberLeft', 'directCall.ended'] as const).flatMap((name) =>
      client.noticesOf(name),
    ),
  );

describe('calls while servers cannot hear each other', () => {
  const servers = setUpPartition();
  let hana: Person;
  let ken: Person;
  let mari: Person;
  let pairId: PairId;
  let pairOfMari: PairId;
  let groupId: GroupId;

  beforeAll(async () => {
    const { world } = servers;
    const customer = await world.people.customer();
    hana = await world.people.user('Hana', customer);
    ken = await world.people.user('Ken', customer);
    mari = await world.people.user('Mari', customer);
    groupId = await world.people.group(hana, [ken, mari]);
    const pairWith = async ({ id }: Person) =>
      (
        await world.db
          .selectFrom('pairs')
          .where('target_user_id', '=', id)
          .select('id')
          .executeTakeFirstOrThrow()
      ).id;
    pairId = await pairWith(ken);
    pairOfMari = await pairWith(mari);
  });

  /** A call of two across the servers, and a group's call with a member on each. */
  const talk = async () => {
    const { near, far } = servers;
    const { caller, callee, callId } = await servers.talk(
      { server: near, person: hana },
      { server: far, person: ken },
      pairId,
    );
    // After it was answered: they would have rung as well.
    const [nearMember, farMember] = [await near.enter(hana), await far.enter(ken)];
    const target = { kind: 'group', groupId } as const;
    await nearMember.request('groupCall.join', { target });
    await farMember.request('groupCall.join', { target });
    const all = [caller, callee, nearMember, farMember];
    return {
      all,
      async goesOn() {
        expect(losses(all)).toEqual([]);
        const message = { kind: 'candidate', candidate: null } as const;
        const from = callee.frames.length;
        await caller.request('directCall.signal', { callId, message });
        await callee.notice('directCall.signalled', () => true, from);
        const said = farMember.frames.length;
        await nearMember.request('groupCall.say', { text: 'still here' });
        await farMember.notice('groupCall.said', () => true, said);
        const late = await far.enter(mari);
        const joined = await late.request('groupCall.join', { target });
        expect(joined.members).toHaveLength(2);
        await late.request('groupCall.leave', {});
      },
      async end() {
        for (const client of all) client.close();
        await eventually(() =>
          expect([near, far].map(({ presence }) => presence.stateOf(ken.key))).toEqual([
            'offline',
            'offline',
          ]),
        );
      },
    };
  };

  it('go on when the broker was away', async () => {
    const calls = await talk();
    const { near, far } = servers;
    const startBroker = await servers.stopBroker();
    await outlast(OUTAGE_MS, calls.all);
    expect(losses(calls.all)).toEqual([]);
    const late = await far.enter(mari);
    await expect(
      late.request('groupCall.join', { target: { kind: 'group', groupId } }),
    ).rejects.toMatchObject({ code: 'bus-unavailable' });
    late.close();
    await startBroker();
    await eventually(
      async () => expect([await near.confirm(), await far.confirm()]).toEqual([true, true]),
      SLOW,
    );
    // A client that had to be given up would be by now.
    await outlast(OUTAGE_MS, calls.all);
    await calls.goesOn();
    await calls.end();
  });

  it('go on when one server was cut off, and no one misses a call that never rang', SLOW, async () => {
    const { partition, world, far } = servers;
    const calls = await talk();
    partition.begin();
    const caller = await far.enter(mari);
    await outlast(OUTAGE_MS, calls.all);
    expect(losses(calls.all)).toEqual([]);
    await expect(caller.request('directCall.invite', { pairId: pairOfMari })).rejects.toMatchObject({
      code: 'bus-unavailable',
    });
    caller.close();
    expect(await world.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
    partition.end();
    await eventually(async () => expect(await far.confirm()).toBe(true), SLOW);
    await outlast(OUTAGE_MS, calls.all);
    await calls.goesOn();
    await calls.end();
  });

  it('have only those join again whose server lost a notice (N8)', async () => {
    const { partition, far } = servers;
    const calls = await talk();
    const [, , nearMember, farMember] = calls.all;
    if (!nearMember || !farMember) throw new Error('no one in the group call');
    partition.begin();
    await eventually(() => expect(far.bus.connected).toBe(false), { timeout: OUTAGE_MS });
    await nearMember.request('groupCall.say', { text: 'can you hear me?' });
    partition.end();
    expect(await farMember.notice('groupCall.rebuildNeeded')).toEqual({ reason: 'node-lost' });
    const target = { kind: 'group', groupId } as const;
    const { members, messages } = await farMember.request('groupCall.join', { target });
    expect(members).toHaveLength(1);
    // The room may still be that of the calls before, whose members are waited for.
    expect(messages.at(-1)).toMatchObject({ text: 'can you hear me?' });
    await outlast(OUTAGE_MS, calls.all);
    expect(nearMember.noticesOf('groupCall.rebuildNeeded')).toEqual([]);
    await calls.end();
  });
});
