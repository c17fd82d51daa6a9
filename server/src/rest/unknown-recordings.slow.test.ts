import { randomUUID } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminId, RecordingId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import { recordedFile } from '#server/recording/testing/recorded-file.ts';
import { eventually } from '#server/testing/eventually.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import { type OpenApi, openTestApi, type TestAccount } from './testing/open-test-api.ts';

describe('recordings that the database does not know', () => {
  const servers = setUpServers({ withMediaNode: true });
  let api: OpenApi;
  let admin: TestAccount<AdminId>;
  beforeAll(async () => {
    api = await openTestApi({ database: { url: servers.world.databaseUrl }, sfu: servers.server.sfu });
    admin = await api.makeAdmin('admin@example.com');
  });
  afterAll(() => api.close());

  const folderOf = (id: RecordingId) => join(servers.world.recordingFolder, id);

  /** On the disk of the media node, as if an older database had been restored. */
  const lay = async (id = randomUUID() as RecordingId, isFinished = true): Promise<RecordingId> => {
    const [hana, ken] = [
      recordedFile(),
      recordedFile({ party: { kind: 'user', id: randomUUID() as never, name: 'Ken' } }),
    ];
    const result: RecordingResult = {
      outcome: 'ready',
      fault: null,
      startedAt: '2026-11-27T01:00:00.000Z',
      endedAt: '2026-11-27T01:00:01.000Z',
      durationMs: 1_000,
      files: [hana, ken],
    };
    await mkdir(folderOf(id), { recursive: true });
    await writeFile(join(folderOf(id), 'recording.json'), JSON.stringify({ startedAt: result.startedAt }));
    if (isFinished) await writeFile(join(folderOf(id), 'result.json'), JSON.stringify(result));
    return id;
  };
  const list = async () => (await api.get('unknown_recordings', admin.token)).body;
  const assign = (id: string, to: string) =>
    api.request('POST', `unknown_recordings/${id}/assign`, { token: admin.token, body: { to } });
  const remove = (id: string) => api.request('DELETE', `unknown_recordings/${id}`, { token: admin.token });

  it('are listed with who is in them, without those that it knows', async () => {
    const [customerId, before] = [await servers.world.people.customer(), await list()];
    const user = await servers.world.people.user('Hana', customerId);
    const known = await insertRecording(servers.world.db, { customerId, userId: user.id }, {});
    await lay(known.id);
    const id = await lay();
    const { total, incomplete, recordings } = await list();
    expect({ total, incomplete }).toEqual({ total: Number(before.total) + 1, incomplete: false });
    expect(recordings).toContainEqual({
      ...{ id, state: 'finished', start: '2026-11-27T01:00:00.000Z', duration: 1, bytes: 2 },
      files: [
        { name: 'Hana', source: 'camera' },
        { name: 'Ken', source: 'camera' },
      ],
    });
    expect(recordings).not.toContainEqual(expect.objectContaining({ id: known.id }));
  });

  it('become those of a group, with their files', async () => {
    const { people, db } = servers.world;
    const owner = await people.user('Hana', await people.customer());
    const groupId = await people.group(owner, []);
    const id = await lay();
    const { status, body } = await assign(id, iri('groups', groupId));
    expect(status).toBe(201);
    expect(body).toMatchObject({ id, owner: iri('users', owner.id), group: iri('groups', groupId) });
    await servers.server.recordings.reconcile();
    const { body: read } = await api.get(`recordings/${id}`, admin.token);
    expect(read).toMatchObject({ state: 'ready', start: '2026-11-27T01:00:00.000Z', duration: 1, bytes: 2 });
    expect(read.files).toHaveLength(2);
    expect((await list()).recordings).not.toContainEqual(expect.objectContaining({ id }));
    expect((await assign(id, iri('groups', groupId))).status).toBe(404);
    const log = await db.selectFrom('logs').where('resource_id', '=', id).select('action').execute();
    expect(log).toEqual([{ action: 'assign' }]);
  });

  it('become those of a user, named after who is in them', async () => {
    const { people } = servers.world;
    const user = await people.user('Aiko', await people.customer());
    const id = await lay();
    expect((await assign(id, iri('users', user.id))).body).toMatchObject({ name: 'Hana, Ken', group: null });
  });

  it('are deleted with their files', async () => {
    const id = await lay();
    expect((await remove(id)).status).toBe(204);
    expect((await list()).recordings).not.toContainEqual(expect.objectContaining({ id }));
    await servers.server.recordings.files.remove(id);
    await expect(access(folderOf(id))).rejects.toThrow();
    expect((await remove(id)).status).toBe(404);
    const { db } = servers.world;
    const log = await db.selectFrom('logs').where('resource_id', '=', id).select('details').execute();
    expect(log).toEqual([{ details: expect.objectContaining({ objectName: 'Hana, Ken' }) }]);
  });

  it('are deleted once, also by two at the same time', async () => {
    const id = await lay();
    const answers = await Promise.all([remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  it('are refused with why where the owner or the recording does not exist', async () => {
    const id = await lay();
    const unknown = await assign(id, iri('users', randomUUID()));
    expect(unknown.status).toBe(422);
    expect(unknown.body).toMatchObject({ violations: [{ propertyPath: 'to', code: 'reference-unknown' }] });
    const { people } = servers.world;
    const user = iri('users', (await people.user('Hana', await people.customer())).id);
    expect((await assign(randomUUID(), user)).status).toBe(404);
    expect((await assign('no-id', user)).status).toBe(404);
  });

  it('are for administrators alone', async () => {
    const id = await lay();
    const customerId = await api.makeCustomer('Home');
    const tokens = [
      (await api.makeUser({ mail: 'user@example.com', customerId })).token,
      (await api.makeUser({ mail: 'manager@example.com', customerId, manages: [customerId] })).token,
      (await api.makeDevice({ number: 1, customerId })).token,
    ];
    for (const token of tokens) {
      expect((await api.get('unknown_recordings', token)).status).toBe(403);
      for (const [method, path] of [
        ['POST', `unknown_recordings/${id}/assign`],
        ['DELETE', `unknown_recordings/${id}`],
      ] as const)
        expect((await api.request(method, path, { token, body: {} })).status).toBe(403);
    }
    expect((await api.get('unknown_recordings')).status).toBe(401);
  });

  it('are decided on when their media node is there', async () => {
    const id = await lay();
    if (servers.mediaNode.pid === undefined) throw new Error('no media node runs');
    process.kill(servers.mediaNode.pid, 'SIGSTOP');
    try {
      expect((await remove(id)).body).toMatchObject({ code: 'media-node-unavailable' });
      expect((await list()).incomplete).toBe(true);
    } finally {
      process.kill(servers.mediaNode.pid, 'SIGCONT');
    }
    expect(await servers.server.sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    await eventually(async () => expect((await remove(id)).status).toBe(204));
  });
});
