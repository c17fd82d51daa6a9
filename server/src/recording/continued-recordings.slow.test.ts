import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { NodeId, RecordingId, RoomId } from '#protocol/ids.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import { eventually } from '#server/testing/eventually.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';
import {
  CONTINUE_WITHIN_MS,
  foldersOf,
  insertSection,
  setSectionBegun,
  setWaiting,
  waitingRecording,
} from './sections.ts';
import { setSectionMissing, settleSection } from './settling.ts';
import { movedCall } from './testing/moved-call.ts';
import { recordedFile } from './testing/recorded-file.ts';

describe('a recording whose room is lost', () => {
  const servers = setUpServers({ withMediaNode: true });
  const { enter } = servers;

  const rowOf = async (id: RecordingId) =>
    await servers.world.db
      .selectFrom('recordings')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();
  const sectionsOf = (id: RecordingId) =>
    servers.world.db
      .selectFrom('recording_sections')
      .where('recording_id', '=', id)
      .orderBy('created_at')
      .selectAll()
      .execute();

  const record = async () => {
    const customerId = await servers.world.people.customer();
    const hana = await servers.world.people.user('Hana', customerId);
    const ken = await servers.world.people.user('Ken', customerId);
    const groupId = await servers.world.people.group(hana, [ken]);
    const owner = await enter(servers.server, hana);
    const member = await enter(servers.other, ken);
    const target = { kind: 'group', groupId } as const;
    for (const client of [owner, member]) await client.request('groupCall.join', { target });
    const { recordingId } = await owner.request('recording.start', {});
    await member.notice('groupCall.serverRecordingChanged');
    return { owner, member, target, groupId, recordingId };
  };

  const killWorker = async (...clients: readonly TestSignalClient[]) => {
    const [node] = servers.server.sfu.nodes;
    process.kill(node?.workers[0]?.pid ?? Number.NaN, 'SIGKILL');
    for (const client of clients) await client.notice('groupCall.rebuildNeeded');
  };

  /** Resolves when the room that the client joins is recorded. */
  const comeBack = async (client: TestSignalClient, target: RoomTarget) => {
    const from = client.frames.length;
    const { recordedByServer } = await client.request('groupCall.join', { target });
    if (!recordedByServer) await client.notice('groupCall.serverRecordingChanged', ({ on }) => on, from);
  };

  const waitFor = (id: RecordingId) =>
    eventually(async () => expect((await rowOf(id)).waits_since).toBeInstanceOf(Date));

  /** By more than anything waits for. */
  const sectionsAge = (id: RecordingId) =>
    sql`update recording_sections set created_at = created_at - interval '3 minutes' where recording_id = ${id}`.execute(
      servers.world.db,
    );

  /** Ends the wait for someone to come back into the call. */
  const giveUpWaiting = async (id: RecordingId) => {
    await servers.world.db
      .updateTable('recordings')
      .set({ waits_since: new Date(Date.now() - CONTINUE_WITHIN_MS - 1_000) })
      .where('id', '=', id)
      .execute();
    await servers.server.recordings.reconcile();
  };

  it('goes on by itself in the room of the next worker, under the same id, until it is stopped (R4)', async () => {
    const { owner, member, target, recordingId } = await record();
    await killWorker(owner, member);
    await comeBack(member, target);
    expect(await owner.request('groupCall.join', { target })).toMatchObject({ recordedByServer: true });
    expect(await rowOf(recordingId)).toMatchObject({ state: 'recording', waits_since: null, fault: null });
    expect(await sectionsOf(recordingId)).toHaveLength(2);
    await expect(owner.request('recording.start', {})).rejects.toMatchObject({ code: 'recording-running' });
    const from = member.frames.length;
    await owner.request('recording.stop', {});
    await member.notice('groupCall.serverRecordingChanged', ({ on }) => !on, from);
    await eventually(async () => expect((await rowOf(recordingId)).state).toBe('ready'));
    expect((await sectionsOf(recordingId)).map(({ state }) => state)).toEqual(['settled', 'settled']);
  });

  it('goes on on another node, with whoever comes back first', async () => {
    const { member, target, recordingId } = await record();
    if (servers.mediaNode.pid === undefined) throw new Error('no media node runs');
    process.kill(servers.mediaNode.pid, 'SIGKILL');
    await member.notice('groupCall.rebuildNeeded');
    for (const { sfu } of [servers.server, servers.other])
      expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    await comeBack(member, target);
    const [first, second] = await sectionsOf(recordingId);
    expect(second?.node_id).not.toBe(first?.node_id);
    expect(second?.offset_ms).toBeGreaterThan(0);
    expect(await rowOf(recordingId)).toMatchObject({ node_id: second?.node_id, state: 'recording' });
    // The last one leaves.
    await member.request('groupCall.leave', {});
    await eventually(async () => {
      await servers.server.recordings.reconcile();
      expect(await rowOf(recordingId)).toMatchObject({ state: 'ready', files_missing: false });
    });
  });

  it('of a call between two goes on too', async () => {
    const { people } = servers.world;
    const [hana, ken] = [
      await people.user('Hana', servers.customer),
      await people.user('Ken', servers.customer),
    ];
    const { callId, target, caller } = await movedCall(servers, hana, ken);
    const { recordingId } = await caller.request('recording.start', {});
    await killWorker(caller);
    await comeBack(caller, target);
    expect(await sectionsOf(recordingId)).toHaveLength(2);
    await caller.request('recording.stop', {});
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
    await eventually(async () => expect((await rowOf(recordingId)).state).toBe('ready'));
  });

  it('goes on at the next look where the server died that had begun to see to it', async () => {
    const { member, target, groupId, recordingId } = await record();
    await killWorker(member);
    const { db } = servers.world;
    let begun: RecordingId | null = null;
    // The server with the owner in the room may be trying just now.
    await eventually(async () => {
      const waiting = await waitingRecording(db, groupId);
      begun = waiting ? await insertSection(db, waiting) : null;
      expect(begun).not.toBeNull();
    });
    await sectionsAge(recordingId);
    const from = member.frames.length;
    expect(await member.request('groupCall.join', { target })).toMatchObject({ recordedByServer: false });
    await servers.server.recordings.reconcile();
    await member.notice('groupCall.serverRecordingChanged', ({ on }) => on, from);
    expect(await rowOf(recordingId)).toMatchObject({ state: 'recording', stop_requested: false });
    // What was never begun holds nothing up for long.
    await sectionsAge(recordingId);
    await servers.server.recordings.reconcile();
    const states = (await sectionsOf(recordingId)).map(({ id, state }) => [id === begun, state]);
    expect(states).toContainEqual([true, 'settled']);
    await member.request('groupCall.leave', {});
  });

  it('is over where no one comes back, or where it is stopped meanwhile', async () => {
    const left = await record();
    const stopped = await record();
    await killWorker(left.owner, stopped.owner);
    for (const { recordingId } of [left, stopped]) await waitFor(recordingId);
    await giveUpWaiting(left.recordingId);
    // Nothing was sent: there was nothing to keep.
    await eventually(async () =>
      expect(await rowOf(left.recordingId)).toMatchObject({ state: 'failed', fault: 'node-lost' }),
    );
    await servers.world.db
      .updateTable('recordings')
      .set({ stop_requested: true })
      .where('id', '=', stopped.recordingId)
      .execute();
    await stopped.member.request('groupCall.join', { target: stopped.target });
    await eventually(async () => {
      await servers.server.recordings.reconcile();
      expect((await rowOf(stopped.recordingId)).state).toBe('failed');
    });
    expect(await sectionsOf(stopped.recordingId)).toHaveLength(1);
  });

  it('has one film: times of the next section count from the first one’s beginning, and its files are removed with it', async () => {
    const { db } = servers.world;
    const { groupId } = await record();
    const customerId = await servers.world.people.customer();
    const user = await servers.world.people.user('Hana', customerId);
    const roomId = randomUUID() as RoomId;
    const { id } = await insertRecording(
      db,
      { customerId, userId: user.id },
      { state: 'recording', target_id: groupId, room_id: roomId },
    );
    await setSectionBegun(db, id);
    const told: string[] = [];
    const queueWebhookEvent = async (_: unknown, event: { readonly name: string }) => {
      told.push(event.name);
    };
    expect(await setWaiting(db, id)).toBe(groupId);
    await db
      .updateTable('recording_sections')
      .set({ begun_at: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute();
    const waiting = await waitingRecording(db, groupId);
    if (!waiting) throw new Error('It does not wait');
    const next = await insertSection(db, { ...waiting, room_id: roomId, node_id: randomUUID() as NodeId });
    if (next === null) throw new Error('It does not go on');
    expect(await insertSection(db, waiting)).toBeNull();
    await setSectionBegun(db, next);

    const ended = { outcome: 'interrupted', fault: 'node-lost' } as const;
    const first = await settleSection(db, queueWebhookEvent, id, resultOf(ended, 0));
    expect([first.kind, told]).toEqual(['unchanged', []]);
    const last = await settleSection(
      db,
      queueWebhookEvent,
      next,
      resultOf({ outcome: 'ready', fault: null }, 500),
    );
    expect(last).toMatchObject({ kind: 'over', outcome: 'ready', fault: null });
    expect(told).toEqual(['recording.ready']);
    const files = await db
      .selectFrom('recording_files')
      .where('recording_id', '=', id)
      .orderBy('offset_ms')
      .select(['section_id', 'offset_ms', 'present'])
      .execute();
    const offset = (await sectionsOf(id))[1]?.offset_ms ?? 0;
    expect(offset).toBeGreaterThanOrEqual(60_000);
    expect(files).toEqual([
      { section_id: id, offset_ms: 0, present: [[0, 1_000]] },
      { section_id: next, offset_ms: offset + 500, present: [[offset, offset + 1_000]] },
    ]);
    const row = await rowOf(id);
    expect(row).toMatchObject({
      state: 'ready',
      bytes: 20,
      duration_ms: offset + 1_000,
      files_missing: false,
    });
    expect(await foldersOf(db, [id])).toEqual([id, next]);
    await db.deleteFrom('recordings').where('id', '=', id).execute();
    const removed = await db
      .selectFrom('removed_recordings')
      .where('id', 'in', [id, next])
      .select('id')
      .execute();
    expect(removed).toHaveLength(2);
  });

  it('is interrupted as long as files of a section are missing, and whole once they turn up', async () => {
    const { db } = servers.world;
    const customerId = await servers.world.people.customer();
    const user = await servers.world.people.user('Hana', customerId);
    const { id } = await insertRecording(db, { customerId, userId: user.id }, { state: 'recording' });
    const none = async () => {};
    expect(await setSectionMissing(db, none, id)).toMatchObject({ kind: 'over', outcome: 'interrupted' });
    expect(await rowOf(id)).toMatchObject({ fault: 'node-lost', files_missing: true });
    const found = resultOf({ outcome: 'interrupted', fault: 'node-lost' }, 0);
    expect(await settleSection(db, none, id, found)).toMatchObject({ kind: 'over', outcome: 'interrupted' });
    expect(await rowOf(id)).toMatchObject({ files_missing: false, bytes: 10 });
    expect(await settleSection(db, none, id, found)).toEqual({ kind: 'unchanged' });
  });
});

/** The result of a section of one second, with a file that begins after `offsetMs`. */
const resultOf = (end: Pick<RecordingResult, 'outcome' | 'fault'>, offsetMs: number): RecordingResult => ({
  ...end,
  startedAt: '2026-11-27T00:00:00.000Z',
  endedAt: '2026-11-27T00:00:01.000Z',
  durationMs: 1_000,
  files: [recordedFile({ offsetMs, durationMs: 500, bytes: 10, present: [[0, 1_000]] })],
});
