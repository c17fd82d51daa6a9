import { describe, expect, it } from 'vitest';
import type { Trx } from '#server/db/database.ts';
import { changeWhileAway } from '#server/testing/database-blip.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';

describe('a member of a group call', () => {
  const servers = setUpServers({ layout: 'one server', withMediaNode: true });
  const { enter } = servers;

  const meet = async () => {
    const { people } = servers.world;
    const [hana, ken] = [
      await people.user('Hana', servers.customer),
      await people.user('Ken', servers.customer),
    ];
    const groupId = await people.group(hana, [ken]);
    const [owner, member] = [await enter(servers.server, hana), await enter(servers.server, ken)];
    for (const client of [owner, member])
      await client.request('groupCall.join', { target: { kind: 'group', groupId } });
    const change = (table: 'groups' | 'group_members', write: (trx: Trx) => Promise<unknown>) =>
      changeWhileAway(servers.world.db, table, write, () =>
        servers.world.events.publish({ type: 'group-changed', groupId, parties: [hana.key, ken.key] }),
      );
    return { groupId, owner, member, change };
  };

  it('is put out at the end of the group, also where the database is away at that moment (G8)', async () => {
    const { groupId, owner, member, change } = await meet();
    await change('groups', (trx) =>
      trx
        .updateTable('groups')
        .set({ ends_at: new Date(Date.now() - 1_000) })
        .where('id', '=', groupId)
        .execute(),
    );
    for (const client of [owner, member])
      expect(await client.notice('groupCall.ended')).toEqual({ reason: 'group-closed' });
  });

  it('is put out where their membership ends while the database is away for a moment (G8)', async () => {
    const { groupId, owner, member, change } = await meet();
    await change('group_members', (trx) =>
      trx.deleteFrom('group_members').where('group_id', '=', groupId).execute(),
    );
    expect(await member.notice('groupCall.ended')).toEqual({ reason: 'removed' });
    await owner.request('groupCall.setHand', { raised: true });
    expect(owner.noticesOf('groupCall.ended')).toEqual([]);
  });
});
