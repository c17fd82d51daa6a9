import { describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';

const GB = 1_000_000_000;

describe('a customer whose recordings take all the room that it has', () => {
  const servers = setUpServers({ withMediaNode: true });

  /** Hana's group. Recordings of her customer may take 2 GB. */
  const open = async ({ usedBytes, autoRecord }: { usedBytes: number; autoRecord: boolean }) => {
    const { db, people } = servers.world;
    const customerId: CustomerId = await people.customer();
    await db.updateTable('customers').set({ recording_quota_gb: 2 }).where('id', '=', customerId).execute();
    await db.updateTable('features').set({ recording: true }).where('customer_id', '=', customerId).execute();
    servers.world.events.publish({ type: 'features-changed', customerId });
    const hana = await people.user('Hana', customerId);
    const { id } = await insertRecording(db, { customerId, userId: hana.id as UserId }, { bytes: usedBytes });
    const groupId = await people.group(hana, []);
    await db.updateTable('groups').set({ auto_record: autoRecord }).where('id', '=', groupId).execute();
    const owner = await servers.enter(servers.server, hana);
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    const recordings = () =>
      db.selectFrom('recordings').where('group_id', '=', groupId).select(['state', 'fault']).execute();
    return { owner, recordings, old: id };
  };

  it('begins no recording until one is deleted, and the list says why (R2)', async () => {
    const { owner, recordings, old } = await open({ usedBytes: 2 * GB, autoRecord: false });
    await expect(owner.request('recording.start', {})).rejects.toMatchObject({ code: 'recording-quota' });
    expect(await recordings()).toEqual([{ state: 'failed', fault: 'quota' }]);
    await servers.world.db.deleteFrom('recordings').where('id', '=', old).execute();
    await owner.request('recording.start', {});
    await owner.request('recording.stop', {});
  });

  it('may use the last of it: a recording that has begun is not cut off', async () => {
    const { owner } = await open({ usedBytes: 2 * GB - 1, autoRecord: false });
    await owner.request('recording.start', {});
    await owner.request('recording.stop', {});
  });

  it('is told in a call that would have been recorded by itself that it is not (R1)', async () => {
    const { owner, recordings } = await open({ usedBytes: 2 * GB, autoRecord: true });
    expect(await owner.notice('recording.changed')).toMatchObject({ state: 'failed', fault: 'quota' });
    expect(await recordings()).toEqual([{ state: 'failed', fault: 'quota' }]);
  });
});
