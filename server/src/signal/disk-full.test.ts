import { beforeEach, describe, expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import type { DiskState } from '#server/db/database-disk.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';

const disk: { state: DiskState; since: Date | null; freeBytes: number } = {
  state: 'enough',
  since: null,
  freeBytes: 0,
};
const inGroup = (groupId: GroupId) => ({ target: { kind: 'group', groupId } }) as const;
const refused = expect.objectContaining({ code: 'storage-full' });

describe('while the disk is full', () => {
  const servers = setUpServers({ layout: 'one server', options: { disk }, withMediaNode: true });
  const { enter } = servers;
  beforeEach(() => {
    disk.state = 'enough';
  });

  it('no call and no recording begins, and people still come online (S16)', async () => {
    const { people } = servers.world;
    const [hana, ken, mei] = [
      await people.user('Hana', servers.customer),
      await people.user('Ken', servers.customer),
      await people.user('Mei', servers.customer),
    ];
    const pairId = await people.pair(ken, mei);
    const groupId = await people.group(hana, [ken]);
    const owner = await enter(servers.server, hana);
    await owner.request('groupCall.join', inGroup(groupId));
    disk.state = 'full';
    await expect(owner.request('recording.start', {})).rejects.toEqual(refused);
    const other = await enter(servers.server, ken);
    await expect(other.request('directCall.invite', { pairId })).rejects.toEqual(refused);
    await expect(other.request('groupCall.join', inGroup(groupId))).rejects.toEqual(refused);
    disk.state = 'low';
    await other.request('groupCall.join', inGroup(groupId));
  });

  it('those who are in a group call stay in it, and come back into it (S16)', async () => {
    const { people } = servers.world;
    const hana = await people.user('Hana', servers.customer);
    const groupId = await people.group(hana, []);
    const owner = await enter(servers.server, hana);
    const { memberId } = await owner.request('groupCall.join', inGroup(groupId));
    disk.state = 'full';
    await owner.request('groupCall.join', inGroup(groupId));
    owner.cut();
    const again = await enter(servers.server, hana);
    await again.request('groupCall.join', { ...inGroup(groupId), before: memberId });
    await again.request('groupCall.leave', {});
  });

  it('a 1-to-1 call that rings is accepted, and moves to a room (S16)', async () => {
    const { people } = servers.world;
    const [hana, ken] = [
      await people.user('Hana', servers.customer),
      await people.user('Ken', servers.customer),
    ];
    const pairId = await people.pair(hana, ken);
    const [caller, callee] = [await enter(servers.server, hana), await enter(servers.server, ken)];
    const { callId } = await caller.request('directCall.invite', { pairId });
    disk.state = 'full';
    await callee.request('directCall.accept', { callId });
    await caller.request('directCall.move', { callId, reason: 'recording' });
    await caller.request('groupCall.join', { target: { kind: 'call', callId } });
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
  });
});
