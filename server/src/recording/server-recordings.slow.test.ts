import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, GroupId, InstallationId, RecordingId } from '#protocol/ids.ts';
import { SFU_NOTICES_SUBJECT } from '#protocol/sfu/contract.ts';
import { RECORDED_FILES_A_MESSAGE } from '#protocol/sfu/recording.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import { automaticRecording } from './automatic.ts';
import { removeDeletedRecordings, removeOldRecordings } from './housekeeping.ts';
import { RecordingFiles } from './recording-files.ts';
import { CONTINUE_WITHIN_MS } from './sections.ts';
import { movedCall } from './testing/moved-call.ts';
import { recordedFile } from './testing/recorded-file.ts';

const silent = createLog({ name: 'test', level: 'silent' });

describe('recording on the server', () => {
  const servers = setUpServers({ withMediaNode: true });
  const { enter } = servers;

  const setRecording = async (customerId: CustomerId, recording: boolean) => {
    await servers.world.db
      .updateTable('features')
      .set({ recording })
      .where('customer_id', '=', customerId)
      .execute();
    servers.world.events.publish({ type: 'features-changed', customerId });
  };

  /** Hana's group with Ken, both in its call, on different servers. */
  const meet = async (recording = true) => {
    const customerId = await servers.world.people.customer();
    await setRecording(customerId, recording);
    const hana = await servers.world.people.user('Hana', customerId);
    const ken = await servers.world.people.user('Ken', customerId);
    const groupId = await servers.world.people.group(hana, [ken]);
    const owner = await enter(servers.server, hana);
    const member = await enter(servers.other, ken);
    for (const client of [owner, member]) {
      await client.request('groupCall.join', { target: { kind: 'group', groupId } });
    }
    return { hana, ken, groupId, customerId, owner, member };
  };

  const addMember = async (owner: Person, person: Person, groupId: GroupId) => {
    const pairId = await servers.world.people.pair(owner, person);
    await servers.world.db
      .insertInto('group_members')
      .values({ group_id: groupId, pair_id: pairId })
      .execute();
  };

  const rowOf = (id: string) =>
    servers.world.db
      .selectFrom('recordings')
      .where('id', '=', id as never)
      .selectAll()
      .executeTakeFirst();
  /** Ends the wait for someone to come back into the call. */
  const giveUpWaiting = async (id: RecordingId) => {
    await servers.world.db
      .updateTable('recordings')
      .set({ waits_since: new Date(Date.now() - CONTINUE_WITHIN_MS - 1_000) })
      .where('id', '=', id)
      .where('waits_since', 'is not', null)
      .execute();
    await servers.server.recordings.reconcile();
  };
  const settledAs = (id: string, state: string) =>
    eventually(async () => expect((await rowOf(id))?.state).toBe(state));

  it('is begun and ended by the owner, and everyone is told (R1, R3, R4)', async () => {
    const { owner, member, hana, groupId } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    expect(await member.notice('groupCall.serverRecordingChanged')).toEqual({ on: true });
    expect(await rowOf(recordingId)).toMatchObject({
      state: 'recording',
      user_id: hana.id,
      group_id: groupId,
      name: 'Test group',
      started_by: 'Hana',
    });
    await expect(owner.request('recording.start', {})).rejects.toMatchObject({ code: 'recording-running' });
    await owner.request('recording.stop', {});
    await settledAs(recordingId, 'ready');
    expect((await rowOf(recordingId))?.ended_at).toBeInstanceOf(Date);
    // Without effect the second time.
    await owner.request('recording.stop', {});
  });

  describe('of a group that records each of its calls', () => {
    const meetRecorded = async (recording: boolean) => {
      const customerId = await servers.world.people.customer();
      await setRecording(customerId, recording);
      const hana = await servers.world.people.user('Hana', customerId);
      const ken = await servers.world.people.user('Ken', customerId);
      const groupId = await servers.world.people.group(hana, [ken]);
      await servers.world.db
        .updateTable('groups')
        .set({ auto_record: true })
        .where('id', '=', groupId)
        .execute();
      const member = await enter(servers.other, ken);
      const { roomId } = await member.request('groupCall.join', { target: { kind: 'group', groupId } });
      return { hana, groupId, member, roomId };
    };
    const recordingsOf = (groupId: GroupId) =>
      servers.world.db.selectFrom('recordings').where('group_id', '=', groupId).selectAll().execute();

    it('begins with the first member, is the owner’s, and is not begun again once it was stopped (R1)', async () => {
      const { hana, groupId, member } = await meetRecorded(true);
      expect(await member.notice('groupCall.serverRecordingChanged')).toEqual({ on: true });
      const [first] = await recordingsOf(groupId);
      expect(first).toMatchObject({ user_id: hana.id, started_by: 'Hana', name: 'Test group' });
      const owner = await enter(servers.server, hana);
      const look = () => owner.request('groupCall.look', { target: { kind: 'group', groupId } });
      expect(await look()).toMatchObject({ recorded: 'running' });
      const reply = await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
      expect(reply.recordedByServer).toBe(true);
      await owner.request('recording.stop', {});
      await settledAs(first?.id ?? '', 'ready');
      expect(await look()).toMatchObject({ recorded: 'automatic' });
      await setRecording(hana.customerId, false);
      expect(await look()).not.toHaveProperty('recorded');
      await setRecording(hana.customerId, true);
      expect(await automaticRecording(servers.world.db, groupId)).toBeNull();
      await owner.request('groupCall.leave', {});
      await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
      expect(await recordingsOf(groupId)).toHaveLength(1);
    });

    it('begins with the next member where the customer could not record before (R1)', async () => {
      const { hana, groupId } = await meetRecorded(false);
      await setRecording(hana.customerId, true);
      const owner = await enter(servers.server, hana);
      await owner.request('groupCall.join', { target: { kind: 'group', groupId } });
      await eventually(async () => {
        const states = (await recordingsOf(groupId)).map(({ state }) => state);
        // None failed: nothing was tried before.
        expect(states).toEqual(['recording']);
      });
    });
  });

  it('of a call between two is listed as the other one, who may come into its room later, on another server', async () => {
    const [hana, ken] = await Promise.all(
      ['Hana', 'Ken'].map((name) => servers.world.people.user(name, servers.customer)),
    );
    if (!hana || !ken) throw new Error('no one is there');
    const { callId, caller } = await movedCall(servers, hana, ken);
    const { recordingId } = await caller.request('recording.start', {});
    expect(await rowOf(recordingId)).toMatchObject({ name: 'Ken', user_id: hana.id, group_id: null });
    await caller.request('recording.stop', {});
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
  });

  it('of a call between two is begun and stopped by either of them, and by no one whom they invite (R1)', async () => {
    const { people } = servers.world;
    const [hana, ken, yui] = [
      await people.user('Hana', servers.customer),
      await people.user('Ken', servers.customer),
      await people.user('Yui', servers.customer),
    ];
    const pairId = await people.pair(hana, ken);
    const invite = await people.pair(ken, yui);
    const caller = await enter(servers.server, hana);
    const callee = await enter(servers.other, ken);
    const third = await enter(servers.other, yui);
    await eventually(() => {
      for (const { key } of [ken, yui]) expect(servers.server.presence.stateOf(key)).toBe('online');
    });
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    await callee.request('directCall.accept', { callId });
    await callee.request('directCall.move', { callId, reason: 'invitation', invite });
    const rang = await third.notice('directCall.rang');
    await third.request('directCall.accept', { callId: rang.callId });
    const target = { kind: 'call', callId } as const;
    for (const [client, mayRecordOnServer] of [
      [caller, true],
      [callee, true],
      [third, false],
    ] as const)
      expect(await client.request('groupCall.join', { target })).toMatchObject({
        mayRecordOnServer,
        offered: { recording: true },
      });
    await expect(third.request('recording.start', {})).rejects.toMatchObject({ code: 'forbidden' });
    const { recordingId } = await caller.request('recording.start', {});
    await expect(third.request('recording.stop', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rowOf(recordingId)).toMatchObject({ state: 'recording', user_id: hana.id });
    await callee.request('recording.stop', {});
    await settledAs(recordingId, 'ready');
    for (const client of [caller, callee, third])
      await client.request('directCall.hangUp', { callId, reason: 'hung-up' });
  });

  it('is begun and ended in the order of asking, each told after its reply (W5, W6)', async () => {
    const { owner } = await meet();
    const [{ recordingId }] = await Promise.all([
      owner.request('recording.start', {}),
      owner.request('recording.stop', {}),
    ]);
    await settledAs(recordingId, 'ready');
    await owner.notice('recording.changed', ({ state }) => state === 'finishing');
    const order = owner.frames.flatMap(({ reply, notice, data }) => {
      if (notice === 'recording.changed' && data && 'state' in data) return [data.state];
      return reply && 'recordingId' in reply ? ['started'] : [];
    });
    expect(order.slice(0, 3)).toEqual(['started', 'recording', 'finishing']);
  });

  it('ends when someone else stops it before the node has begun (R4)', async () => {
    const { hana, groupId, owner } = await meet();
    const second = await enter(servers.server, hana);
    await second.request('groupCall.join', { target: { kind: 'group', groupId } });
    const { pid } = servers.mediaNode;
    if (pid === undefined) throw new Error('no media node runs');
    process.kill(pid, 'SIGSTOP');
    const starting = owner.request('recording.start', {});
    const stopping = eventually(async () =>
      expect(
        await servers.world.db
          .selectFrom('recordings')
          .where('group_id', '=', groupId)
          .select('id')
          .execute(),
      ).toHaveLength(1),
    ).then(() => second.request('recording.stop', {}));
    await eventually(async () =>
      expect(
        await servers.world.db
          .selectFrom('recordings')
          .where('group_id', '=', groupId)
          .where('state', '=', 'finishing')
          .select('id')
          .execute(),
      ).toHaveLength(1),
    ).finally(() => process.kill(pid, 'SIGCONT'));
    const [{ recordingId }] = await Promise.all([starting, stopping]);
    await settledAs(recordingId, 'ready');
  });

  it('is refused to who is not the owner, without the feature, and outside of a call (R1)', async () => {
    const { member } = await meet();
    await expect(member.request('recording.start', {})).rejects.toMatchObject({ code: 'forbidden' });
    const { owner } = await meet(false);
    await expect(owner.request('recording.start', {})).rejects.toMatchObject({ code: 'feature-disabled' });
    const alone = await enter(
      servers.server,
      await servers.world.people.user('Mei', await servers.world.people.customer()),
    );
    await expect(alone.request('recording.start', {})).rejects.toMatchObject({ code: 'not-in-room' });
  });

  it('ends when the feature is switched off, and when the last member has left (R1, R4)', async () => {
    const first = await meet();
    const { recordingId } = await first.owner.request('recording.start', {});
    await setRecording(first.customerId, false);
    await settledAs(recordingId, 'ready');
    const second = await meet();
    const { recordingId: left } = await second.owner.request('recording.start', {});
    await second.owner.request('groupCall.leave', {});
    expect((await rowOf(left))?.state).toBe('recording');
    await second.member.request('groupCall.leave', {});
    await settledAs(left, 'ready');
  });

  it('is interrupted when the media node dies, no matter who was there to notice (R5)', async () => {
    const { owner } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    if (servers.mediaNode.pid === undefined) throw new Error('no media node runs');
    process.kill(servers.mediaNode.pid, 'SIGKILL');
    await eventually(async () => {
      await giveUpWaiting(recordingId);
      const row = await rowOf(recordingId);
      // No one has sent anything: there was nothing to keep.
      expect(row?.state).toMatch(/^(interrupted|failed)$/);
      expect(row?.fault).toBe('node-lost');
    });
    expect(await servers.server.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    await eventually(async () => {
      await servers.server.recordings.reconcile();
      expect(await rowOf(recordingId)).toMatchObject({ state: 'failed', files_missing: false });
    });
  });

  it('never stays unfinished where no one has told how it ended (R5)', async () => {
    const customerId = await servers.world.people.customer();
    const user = await servers.world.people.user('Hana', customerId);
    const insert = (state: 'starting' | 'recording' | 'finishing') =>
      insertRecording(servers.world.db, { customerId, userId: user.id }, { state });
    const rows = await Promise.all([insert('starting'), insert('recording'), insert('finishing')]);
    await servers.server.recordings.reconcile();
    for (const { id } of rows) {
      expect(await rowOf(id)).toMatchObject({
        state: 'interrupted',
        fault: 'node-lost',
        files_missing: true,
      });
    }
  });

  it('that ends since its node is stopped in order says so (R4)', async () => {
    const { owner } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    const [node] = servers.server.sfu.nodes;
    if (!node) throw new Error('no media node');
    // As `sfu/src/operators.slow.test.ts` reads it from a node that is stopped.
    const endedAt = new Date().toISOString();
    servers.world.bus.publish(SFU_NOTICES_SUBJECT, {
      notice: 'recording.finished',
      data: {
        nodeId: node.nodeId,
        roomId: null,
        recordingId,
        result: {
          outcome: 'failed',
          fault: 'node-lost',
          maintenance: true,
          startedAt: endedAt,
          endedAt,
          durationMs: 0,
          files: [],
        },
      },
    });
    await eventually(async () => {
      await giveUpWaiting(recordingId);
      expect(await rowOf(recordingId)).toMatchObject({ state: 'failed', fault: 'maintenance' });
    });
  });

  it('goes on as it is while its node does not answer, and a stop reaches the node later (R4)', async () => {
    const { owner } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    // One that stands still is given up after some seconds; this one only does not answer.
    const asked = vi.spyOn(servers.server.sfu, 'ask').mockRejectedValue(new AppError('request-timeout'));
    try {
      await expect(owner.request('recording.stop', {})).rejects.toMatchObject({ code: 'request-timeout' });
      await servers.server.recordings.reconcile();
      expect(await rowOf(recordingId)).toMatchObject({ state: 'recording', stop_requested: true });
    } finally {
      asked.mockRestore();
    }
    await eventually(async () => {
      await servers.server.recordings.reconcile();
      expect((await rowOf(recordingId))?.state).toBe('ready');
    });
  });

  it('is shown to newcomers while its node does not answer, and everyone hears of its end after a stop (R3, R4)', async () => {
    const { hana, ken, customerId, groupId, owner, member } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    expect(await member.notice('groupCall.serverRecordingChanged')).toEqual({ on: true });
    const mai = await servers.world.people.user('Mai', customerId);
    await addMember(hana, mai, groupId);
    const inGroup = { target: { kind: 'group', groupId } } as const;
    const newcomer = await enter(servers.other, mai);
    const asked = vi.spyOn(servers.server.sfu, 'ask').mockRejectedValue(new AppError('request-timeout'));
    try {
      await expect(owner.request('recording.stop', {})).rejects.toMatchObject({ code: 'request-timeout' });
      // By the server that cannot ask the node, before the call.
      const before = await enter(servers.server, ken);
      expect(await before.request('groupCall.look', inGroup)).toMatchObject({ recorded: 'running' });
      // By one that can.
      expect(await newcomer.request('groupCall.look', inGroup)).toMatchObject({ recorded: 'running' });
      expect(await newcomer.request('groupCall.join', inGroup)).toMatchObject({ recordedByServer: true });
      expect(await rowOf(recordingId)).toMatchObject({ state: 'recording', stop_requested: true });
      for (const client of [owner, member, newcomer]) {
        const notices = client.noticesOf('groupCall.serverRecordingChanged').map(({ data }) => data);
        expect(notices).not.toContainEqual({ on: false });
      }
    } finally {
      asked.mockRestore();
    }
    await eventually(async () => {
      await servers.server.recordings.reconcile();
      expect((await rowOf(recordingId))?.state).toBe('ready');
    });
    for (const client of [owner, member, newcomer])
      await client.notice('groupCall.serverRecordingChanged', ({ on }) => !on);
    expect(await newcomer.request('groupCall.look', inGroup)).not.toHaveProperty('recorded');
  });

  it('is written down with all its files, of which a message carries only some', async () => {
    const { owner } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    const files = Array.from({ length: 2 * RECORDED_FILES_A_MESSAGE + 500 }, (_, index) =>
      recordedFile({ offsetMs: index }),
    );
    await owner.request('recording.stop', {});
    await settledAs(recordingId, 'ready');
    const { db, recordingFolder } = servers.world;
    const path = join(recordingFolder, recordingId, 'result.json');
    const result = JSON.parse(await readFile(path, 'utf8'));
    // In one step: the node may be reading it.
    await writeFile(`${path}.tmp`, JSON.stringify({ ...result, files }));
    await rename(`${path}.tmp`, path);
    await db.updateTable('recordings').set({ state: 'finishing' }).where('id', '=', recordingId).execute();
    await db.updateTable('recording_sections').set({ state: 'open' }).where('id', '=', recordingId).execute();
    await servers.server.recordings.reconcile();
    expect(await rowOf(recordingId)).toMatchObject({ state: 'ready', bytes: files.length });
    const { count } = await db
      .selectFrom('recording_files')
      .where('recording_id', '=', recordingId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(files.length);
  });

  it('is kept where the database does not know it, and removed where it was deleted', async () => {
    const { owner } = await meet();
    const [node] = [...servers.server.sfu.nodes];
    if (!node) throw new Error('no media node');
    const record = async () => {
      const { recordingId } = await owner.request('recording.start', {});
      await owner.request('recording.stop', {});
      await settledAs(recordingId, 'ready');
      return recordingId;
    };
    const { db } = servers.world;
    const [unknown, deleted] = [await record(), await record()];
    for (const id of [unknown, deleted]) await db.deleteFrom('recordings').where('id', '=', id).execute();
    // As in an older database, which has never had the recording.
    await db.deleteFrom('removed_recordings').where('id', '=', unknown).execute();
    await removeDeletedRecordings(db, servers.server.sfu, servers.server.recordings.files, silent, 0);
    const { recordings } = await servers.server.sfu.ask(node.nodeId, 'recording.list', {});
    const ids = recordings.map(({ recordingId }) => recordingId);
    expect([ids.includes(unknown), ids.includes(deleted)]).toEqual([true, false]);
  });

  it('is not removed for another installation', async () => {
    const { owner } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    await owner.request('recording.stop', {});
    await settledAs(recordingId, 'ready');
    const foreign = new RecordingFiles(servers.server.sfu, randomUUID() as InstallationId);
    await expect(foreign.remove(recordingId)).rejects.toMatchObject({ code: 'forbidden' });
    await servers.server.recordings.files.remove(recordingId);
  });

  it('is deleted with its files after the days that it is kept', async () => {
    const { owner } = await meet();
    const { recordingId } = await owner.request('recording.start', {});
    await owner.request('recording.stop', {});
    await settledAs(recordingId, 'ready');
    await removeOldRecordings(servers.world.db, 30);
    expect(await rowOf(recordingId)).toBeDefined();
    await servers.world.db
      .updateTable('recordings')
      .set({ started_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', recordingId)
      .execute();
    await removeOldRecordings(servers.world.db, 30);
    expect(await rowOf(recordingId)).toBeUndefined();
    const onDisk = async () => {
      const [node] = [...servers.server.sfu.nodes];
      if (!node) throw new Error('no media node');
      const { recordings } = await servers.server.sfu.ask(node.nodeId, 'recording.list', {});
      return recordings.some((each) => each.recordingId === recordingId);
    };
    expect(await onDisk()).toBe(true);
    await servers.server.recordings.files.remove(recordingId);
    expect(await onDisk()).toBe(false);
  });
});
