import { describe, expect, it } from 'vitest';
import { changeWhileAway } from '#server/testing/database-blip.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';

describe('a recording on the server', () => {
  const servers = setUpServers({ layout: 'one server', withMediaNode: true });
  const { enter } = servers;

  it('ends where its feature is switched off while the database is away for a moment (R1)', async () => {
    const { customer, world } = servers;
    const hana = await world.people.user('Hana', customer);
    const groupId = await world.people.group(hana, []);
    const owner = await enter(servers.server, hana);
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    const { recordingId } = await owner.request('recording.start', {});
    await changeWhileAway(
      world.db,
      'recordings',
      (trx) =>
        trx.updateTable('features').set({ recording: false }).where('customer_id', '=', customer).execute(),
      () => world.events.publish({ type: 'features-changed', customerId: customer }),
    );
    await eventually(async () => {
      const row = await world.db
        .selectFrom('recordings')
        .where('id', '=', recordingId)
        .select('state')
        .executeTakeFirst();
      expect(row?.state).toBe('ready');
    });
  });
});
