import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallId, GroupId, NodeId } from '#protocol/ids.ts';
import { People } from '#server/testing/people.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { giveLeaseBack, giveNodeUp, takeLease } from './leases.ts';

describe('the lease of a room (N4)', () => {
  const database = setUpTestDatabase({ poolSize: 20 });
  let groupId: GroupId;
  const nodes = [randomUUID(), randomUUID()] as [NodeId, NodeId];
  const alive = () => true;
  const dead = () => false;

  beforeAll(async () => {
    const people = await People.create(database.db);
    groupId = await people.group(await people.user('Hana', await people.customer()), []);
  });

  it('is the same for all who take it at the same time', async () => {
    const takes = Array.from({ length: 20 }, (_, i) =>
      takeLease(database.db, groupId, alive, () => nodes[i % 2] ?? null),
    );
    const leases = await Promise.all(takes);
    expect(new Set(leases.map((lease) => lease?.roomId)).size).toBe(1);
  });

  it('is taken again, once and with a greater fence, when its node is gone', async () => {
    const old = await takeLease(database.db, groupId, alive, () => nodes[0]);
    const gone = old?.nodeId;
    const successor = nodes.find((node) => node !== gone) ?? nodes[0];
    const takes = Array.from({ length: 20 }, () =>
      takeLease(
        database.db,
        groupId,
        (nodeId) => nodeId !== gone,
        () => successor,
      ),
    );
    const leases = await Promise.all(takes);
    expect(new Set(leases.map((lease) => lease?.fence)).size).toBe(1);
    expect(leases[0]?.nodeId).toBe(successor);
    expect(leases[0]?.fence).toBeGreaterThan(old?.fence ?? 0);
    expect(leases[0]?.roomId).not.toBe(old?.roomId);
  });

  it('stands when an older one is given back late', async () => {
    const old = await takeLease(database.db, groupId, alive, () => nodes[0]);
    const young = await takeLease(database.db, groupId, dead, () => nodes[1]);
    if (!old || !young) throw new Error('no lease');
    await giveLeaseBack(database.db, old);
    await giveNodeUp(database.db, old.nodeId === young.nodeId ? nodes[0] : old.nodeId);
    expect(await takeLease(database.db, groupId, alive, () => nodes[0])).toEqual(young);
  });

  it('is not taken where there is no node', async () => {
    const lease = await takeLease(database.db, groupId, alive, () => nodes[0]);
    if (lease) await giveLeaseBack(database.db, lease);
    expect(await takeLease(database.db, groupId, alive, () => null)).toBeNull();
  });

  it('is taken for a 1-to-1 call that has moved as well', async () => {
    const callId = randomUUID() as CallId;
    const lease = await takeLease(database.db, callId, alive, () => nodes[0]);
    expect(lease).toMatchObject({ nodeId: nodes[0] });
    expect(await takeLease(database.db, callId, alive, () => nodes[1])).toEqual(lease);
  });
});
