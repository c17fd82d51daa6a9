import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, RecordingFileId, RecordingId, UserId } from '#protocol/ids.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { insertRecording, insertRecordingFile, insertRecordingMessage } from '#server/testing/rows.ts';
import { type OpenApi, openTestApi, type TestAccount } from './testing/open-test-api.ts';

/** What a media node would have on its disk. */
const CONTENTS = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

let database: TestDatabase;
let api: OpenApi;
let home: CustomerId;
let owner: TestAccount<UserId>;
let stranger: TestAccount<UserId>;
let recordingId: RecordingId;
let fileId: RecordingFileId;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await openTestApi({
    database: { url: database.url },
    recordingFiles: {
      read: async (_recording, _file, first, last) => Readable.from([CONTENTS.subarray(first, last + 1)]),
    },
  });
  home = await api.makeCustomer('Home');
  owner = await api.makeUser({ mail: 'owner@example.com', customerId: home });
  stranger = await api.makeUser({ mail: 'stranger@example.com' });
  const row = await insertRecording(
    api.db,
    { customerId: home, userId: owner.id },
    { name: '週例会: 計画', duration_ms: 5_000, bytes: CONTENTS.length },
  );
  recordingId = row.id;
  ({ id: fileId } = await insertRecordingFile(api.db, recordingId, {
    party_id: owner.id,
    party_name: 'Aiko',
    duration_ms: 5_000,
    bytes: CONTENTS.length,
    sha256: 'ab'.repeat(32),
  }));
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const FilesSchema = Type.Array(Type.Object({ url: Type.String(), downloadUrl: Type.String() }));
const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  api.fastify.inject({ method: 'GET', url, headers });
const plainUrl = () => `/api/v1/recordings/${recordingId}/files/${fileId}`;
const signedUrl = async (kind: 'url' | 'downloadUrl' = 'url'): Promise<string> => {
  const { body } = await api.post(`recordings/${recordingId}/access`, undefined, owner.token);
  const [file] = Value.Parse(FilesSchema, body.files);
  return file?.[kind] ?? '';
};

describe('what was written in the chat of a recorded call', () => {
  it('is read a page at a time, in its order, by who may see the recording', async () => {
    const writer = await api.makeUser({ mail: 'writer@example.com', customerId: home });
    const startedAt = new Date('2026-03-01T10:00:00Z');
    const { id } = await insertRecording(
      api.db,
      { customerId: home, userId: writer.id },
      { started_at: startedAt },
    );
    const urlOf = async () =>
      (await api.post(`recordings/${id}/access`, undefined, writer.token)).body.messagesUrl;
    expect(await urlOf()).toBeNull();
    for (const at of Array.from({ length: 201 }, (_, count) => 200 - count)) {
      await insertRecordingMessage(api.db, id, {
        party_name: 'Aiko',
        text: `Message ${at}`,
        said_at: new Date(startedAt.getTime() + at * 1_500),
      });
    }
    const url = `${await urlOf()}`;
    const first = (await fetchFile(url)).json();
    expect(first).toMatchObject({ more: true, messages: { length: 200 } });
    expect(first.messages[2]).toEqual({
      id: expect.any(String),
      name: 'Aiko',
      offset: 3,
      text: 'Message 2',
    });
    const rest = (await fetchFile(`${url}&after=${first.messages[199].id}`)).json();
    expect(rest).toMatchObject({ more: false, messages: [{ offset: 300, text: 'Message 200' }] });
    const path = `recordings/${id}/messages`;
    expect((await api.get(path, writer.token)).body).toMatchObject({ messages: { length: 200 } });
    expect(await api.get(path, stranger.token)).toMatchObject({ status: 404 });
    expect(await api.get(path)).toMatchObject({ status: 401 });
    expect((await fetchFile(url.replace(/access=.{8}/, 'access=AAAAAAAA'))).statusCode).toBe(404);
  });
});

describe('a recorded file', () => {
  it('is sent whole, or in part, with a tag that guards the rest', async () => {
    const url = await signedUrl();
    const whole = await fetchFile(url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '5000',
      'accept-ranges': 'bytes',
      etag: `"${'ab'.repeat(32)}"`,
    });
    expect(whole.rawPayload.equals(CONTENTS)).toBe(true);
    const etag = `${whole.headers.etag}`;
    for (const [range, first, last] of [
      ['bytes=0-99', 0, 99],
      ['bytes=4900-', 4_900, 4_999],
      ['bytes=-10', 4_990, 4_999],
      ['bytes=100-99999', 100, 4_999],
    ] as const) {
      const part = await fetchFile(url, { range, 'if-range': etag });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${first}-${last}/5000`);
      expect(part.rawPayload.equals(CONTENTS.subarray(first, last + 1))).toBe(true);
    }
    // Another file than the one that the asker has the rest of; several parts; nonsense: the whole.
    expect((await fetchFile(url, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await fetchFile(url, { range: 'bytes=0-9,20-29' })).statusCode).toBe(200);
    expect((await fetchFile(url, { range: 'bytes=9-0' })).statusCode).toBe(200);
    const beyond = await fetchFile(url, { range: 'bytes=5000-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */5000');
    expect((await fetchFile(url, { 'if-none-match': etag })).statusCode).toBe(304);
    const head = await api.fastify.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe('5000');
    expect(head.rawPayload).toHaveLength(0);
  });

  it('stands in the audit log once it is downloaded, by whom, once for each permission, and not when it is played', async () => {
    const logged = () =>
      api.db
        .selectFrom('logs')
        .where('action', '=', 'download')
        .where('resource_id', '=', recordingId)
        .select(['actor_kind', 'actor_id', 'customer_id', 'details'])
        .execute();
    const before = (await logged()).length;
    await fetchFile(await signedUrl());
    expect(await logged()).toHaveLength(before);
    const url = await signedUrl('downloadUrl');
    await api.fastify.inject({ method: 'HEAD', url });
    expect(await logged()).toHaveLength(before);
    await fetchFile(url, { range: 'bytes=0-99' });
    await fetchFile(url, { range: 'bytes=100-' });
    await fetchFile(url);
    const entries = (await logged()).slice(before);
    expect(entries).toMatchObject([
      {
        actor_kind: 'user',
        actor_id: owner.id,
        details: { changes: [{ field: 'file', after: 'Aiko, camera' }] },
      },
    ]);
    // A program with a token of its own downloads too.
    await fetchFile(plainUrl(), { authorization: `Bearer ${owner.token}` });
    expect(await logged()).toHaveLength(before + 2);
  });

  it('is said with when its person was there, was seen and spoke, in seconds', async () => {
    const answer = async () =>
      (await api.post(`recordings/${recordingId}/access`, undefined, owner.token)).body;
    expect(await answer()).toMatchObject({ files: [{ present: null, shown: null, spoken: null }] });
    await sql`update recording_files
      set present = '[[0, 5000]]', shown = '[[250, 1500]]', spoken = '[]' where id = ${fileId}`.execute(
      api.db,
    );
    expect(await answer()).toMatchObject({
      files: [{ id: fileId, present: [[0, 5]], shown: [[0.25, 1.5]], spoken: [] }],
    });
  });

  it('is kept under the name of the call, the person and the time', async () => {
    const { headers } = await fetchFile(await signedUrl('downloadUrl'));
    const disposition = `${headers['content-disposition']}`;
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/);
    const name = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
    expect(name).toMatch(/^週例会 {1,2}計画 Aiko \d{14}\.webm$/);
  });

  it.each(['😀 Aiko', '𠮷田'])(
    'is sent also where its name is cut off within that of %s',
    async (party_name) => {
      const rename = async (name: string, party: string) => {
        await api.db.updateTable('recordings').set({ name }).where('id', '=', recordingId).execute();
        await api.db
          .updateTable('recording_files')
          .set({ party_name: party })
          .where('id', '=', fileId)
          .execute();
      };
      try {
        for (const length of [73, 74, 75, 76, 97, 98, 99]) {
          await rename('会'.repeat(length), party_name);
          for (const kind of ['url', 'downloadUrl'] as const) {
            expect((await fetchFile(await signedUrl(kind))).statusCode, `${length}`).toBe(200);
          }
        }
      } finally {
        await rename('週例会: 計画', 'Aiko');
      }
    },
  );

  it('is open to who may read the recording, and to anyone who has the signed address, and to no one else', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await fetchFile(plainUrl(), bearer(owner.token))).statusCode).toBe(200);
    expect((await fetchFile(plainUrl(), bearer(stranger.token))).statusCode).toBe(404);
    expect((await fetchFile(plainUrl())).statusCode).toBe(401);
    const url = await signedUrl();
    // Each other last character, also those that stand for the same bytes.
    for (const last of BASE64URL) {
      const tampered = url.replace(/.$/, last);
      expect((await fetchFile(tampered)).statusCode).toBe(tampered === url ? 200 : 404);
    }
    const elsewhere = url.replace(recordingId, randomUUID());
    expect((await fetchFile(elsewhere)).statusCode).toBe(404);
    const expired = url.replace(/~[0-9a-z]+\./, `~${(Date.now() - 1).toString(36)}.`);
    expect(expired).not.toBe(url);
    expect((await fetchFile(expired)).statusCode).toBe(404);
    // Nor in someone else's name.
    const others = url.replace(owner.id, stranger.id);
    expect(others).not.toBe(url);
    expect((await fetchFile(others)).statusCode).toBe(404);
    expect((await api.post(`recordings/${recordingId}/access`, undefined, stranger.token)).status).toBe(404);
  });

  it('is listed with its recording, which is deleted once it is finished', async () => {
    const { body } = await api.get(`recordings?owner=${owner.id}&state=ready`, owner.token);
    expect(body['hydra:totalItems']).toBe(1);
    expect(body['hydra:member'][0]).toMatchObject({
      name: '週例会: 計画',
      state: 'ready',
      duration: 5,
      files: [{ id: fileId, name: 'Aiko', source: 'camera', duration: 5, bytes: 5_000 }],
    });
    const running = { state: 'recording' as const };
    await api.db.updateTable('recordings').set(running).where('id', '=', recordingId).execute();
    expect((await api.delete(`recordings/${recordingId}`, owner.token)).status).toBe(409);
    await api.db.updateTable('recordings').set({ state: 'ready' }).where('id', '=', recordingId).execute();
    expect((await api.delete(`recordings/${recordingId}`, owner.token)).status).toBe(204);
    expect((await api.get(`recordings/${recordingId}`, owner.token)).status).toBe(404);
  });
});

describe('a film of a recording', () => {
  let recordingId: RecordingId;
  let customerId: CustomerId;
  beforeAll(async () => {
    ({ customerId } = await api.db
      .selectFrom('users')
      .where('id', '=', owner.id)
      .select('customer_id as customerId')
      .executeTakeFirstOrThrow());
    ({ id: recordingId } = await insertRecording(api.db, { customerId, userId: owner.id }));
    await insertRecordingFile(api.db, recordingId);
  });

  const path = () => `recordings/${recordingId}/films`;
  const filmsSchema = Type.Array(
    Type.Object({ id: Type.String(), format: Type.String(), state: Type.String() }),
  );
  const films = async () => {
    const { body } = await api.get(`recordings/${recordingId}`, owner.token);
    return Value.Parse(filmsSchema, body.films);
  };

  it('is made for who may see the recording, once for each format, and stands in the audit log', async () => {
    expect((await api.post(path(), { format: 'grid' }, stranger.token)).status).toBe(404);
    expect((await api.post(path(), { format: 'wide' }, owner.token)).status).toBe(422);
    const empty = await insertRecording(api.db, { customerId, userId: owner.id });
    expect((await api.post(`recordings/${empty.id}/films`, { format: 'grid' }, owner.token)).status).toBe(
      404,
    );
    const answer = await api.post(path(), { format: 'grid' }, owner.token);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      '@type': 'Recording',
      films: [{ format: 'grid', state: 'waiting', progress: 0, fault: null, bytes: null, duration: null }],
    });
    await api.post(path(), { format: 'grid' }, owner.token);
    await api.post(path(), { format: 'sound' }, owner.token);
    expect((await films()).map(({ format }) => format)).toEqual(['grid', 'sound']);
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker.jobs where task_identifier = 'compose-film'`.execute(api.db);
    expect(rows).toHaveLength(2);
    const logged = await api.db
      .selectFrom('logs')
      .where('action', '=', 'make-film')
      .where('resource_id', '=', recordingId)
      .select('actor_id')
      .execute();
    expect(logged.map(({ actor_id }) => actor_id)).toEqual([owner.id, owner.id]);
  });

  it('is downloaded like a file of the recording once it is ready, and not before', async () => {
    const [film] = await films();
    if (!film) throw new Error('there is a film');
    const fileUrl = `/api/v1/recordings/${recordingId}/files/${film.id}`;
    const bearer = { authorization: `Bearer ${owner.token}` };
    expect((await fetchFile(fileUrl, bearer)).statusCode).toBe(404);
    const access = async () =>
      (await api.post(`recordings/${recordingId}/access`, undefined, owner.token)).body;
    expect(await access()).toMatchObject({ films: [] });
    await sql`update recording_films set state = 'ready', media_type = 'audio/mp4', bytes = ${CONTENTS.length}, duration_ms = 5000,
      sha256 = ${'cd'.repeat(32)}, section_id = ${recordingId} where id = ${film.id}`.execute(api.db);
    const [opened] = Value.Parse(FilesSchema, (await access()).films);
    const sent = await fetchFile(opened?.downloadUrl ?? '');
    expect(sent.statusCode).toBe(200);
    expect(sent.headers).toMatchObject({ 'content-type': 'audio/mp4', etag: `"${'cd'.repeat(32)}"` });
    expect(sent.headers['content-disposition']).toMatch(/\d{14}\.m4a$/);
    expect((await fetchFile(fileUrl, { authorization: `Bearer ${stranger.token}` })).statusCode).toBe(404);
  });

  it('is deleted by itself, its file by a job', async () => {
    const [film] = await films();
    expect((await api.delete(`${path()}/${film?.id}`, stranger.token)).status).toBe(404);
    expect((await api.delete(`${path()}/${film?.id}`, owner.token)).status).toBe(204);
    expect((await api.delete(`${path()}/${film?.id}`, owner.token)).status).toBe(404);
    expect((await api.delete(`${path()}/nonsense`, owner.token)).status).toBe(404);
    expect((await films()).map(({ format }) => format)).toEqual(['sound']);
    const { rows } = await sql<{ payload: unknown }>`
      select task_identifier from graphile_worker.jobs where task_identifier = 'remove-film-file'`.execute(
      api.db,
    );
    expect(rows).toHaveLength(1);
  });
});
