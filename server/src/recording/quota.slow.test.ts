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
    const ken = await people.user('Ken', customerId);
    const groupId = await people.group(hana, [ken]);
    await db.updateTable('groups').set({ auto_record: autoRecord }).where('id', '=', groupId).execute();
    const owner = await servers.enter(servers.server, hana);
    await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
    const recordings = () =>
      db.selectFrom('recordings').where('group_id', '=', groupId).select(['state', 'fault']).execute();
    const joinAsKen = async () => {
      const member = await servers.enter(servers.other, ken);
      await member.request('groupCall.join', { target: { kind: 'group', groupId } });
      return member;
    };
    return { owner, joinAsKen, recordings, groupId, old: id };
  };

  it('begins no recording until one is deleted, and the list says why (R2)', async () => {
    const { owner, recordings, old } = await open({ usedBytes: 2 * GB, autoRecord: false });
    await expect(owner.request('recording.start', {})).rejects.toMatchObject({ code: 'recording-quota' });
    const refused = [{ state: 'failed', fault: 'quota' }];
    expect(await recordings()).toEqual(refused);
    // No node has this recording, so the regular check of recordings against the nodes must leave it as it is.
    await servers.server.recordings.reconcile();
    expect(await recordings()).toEqual(refused);
    await servers.world.db.deleteFrom('recordings').where('id', '=', old).execute();
    await owner.request('recording.start', {});
    await owner.request('recording.stop', {});
  });

  it('may use the last of it: a recording that has begun is not cut off', async () => {
    const { owner } = await open({ usedBytes: 2 * GB - 1, autoRecord: false });
    await owner.request('recording.start', {});
    await owner.request('recording.stop', {});
  });

  it('is told in a call that would have been recorded by itself that it is not, also who joins later (R1)', async () => {
    const { owner, joinAsKen, recordings, groupId } = await open({ usedBytes: 2 * GB, autoRecord: true });
    expect(await owner.notice('recording.changed')).toMatchObject({ state: 'failed', fault: 'quota' });
    const member = await joinAsKen();
    expect(await member.notice('recording.changed')).toMatchObject({ state: 'failed', fault: 'quota' });
    expect(await recordings()).toEqual([{ state: 'failed', fault: 'quota' }]);
    // Nor does the page before the call promise it.
    const { recorded } = await owner.request('groupCall.look', { target: { kind: 'group', groupId } });
    expect(recorded ?? null).toBeNull();
  });
});
