import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, RecordingId, RecordingLinkId, UserId } from '#protocol/ids.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { insertRecording, insertRecordingFile, insertRecordingMessage } from '#server/testing/rows.ts';
import { type OpenApi, openTestApi, type TestAccount } from './testing/open-test-api.ts';

/** What a media node would have on its disk. */
const CONTENTS = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));
const HOUR_MS = 3_600_000;
const WRONG_PASSWORDS = 5;

let database: TestDatabase;
let api: OpenApi;
let home: CustomerId;
let owner: TestAccount<UserId>;
let stranger: TestAccount<UserId>;
let recordingId: RecordingId;
/** Whether the node that has the files answers. */
let isNodeThere = true;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await openTestApi({
    database: { url: database.url },
    limits: { attemptsPerAccount: WRONG_PASSWORDS },
    recordingFiles: {
      async read(_recording, _file, first, last) {
        if (!isNodeThere) throw new AppError('media-node-unavailable');
        return Readable.from([CONTENTS.subarray(first, last + 1)]);
      },
    },
  });
  home = await api.makeCustomer('Home');
  owner = await api.makeUser({ mail: 'owner@example.com', customerId: home });
  stranger = await api.makeUser({ mail: 'stranger@example.com' });
  ({ id: recordingId } = await insertRecording(
    api.db,
    { customerId: home, userId: owner.id },
    { name: '週例会: 計画', duration_ms: 5_000, bytes: 2 * CONTENTS.length },
  ));
  const startedAt = new Date();
  for (const name of ['Aiko', 'Aiko']) {
    await insertRecordingFile(api.db, recordingId, {
      party_id: owner.id,
      party_name: name,
      started_at: startedAt,
      duration_ms: 5_000,
      bytes: CONTENTS.length,
    });
  }
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const LinkSchema = Type.Object({ id: Type.String(), url: Type.String() });
const SharedSchema = Type.Object({
  recording: Type.Object({ files: Type.Array(Type.Object({ name: Type.String() })) }),
  access: Type.Object({
    archiveUrl: Type.String(),
    files: Type.Array(Type.Object({ url: Type.String(), downloadUrl: Type.String() })),
  }),
});

const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString();
const path = () => `recordings/${recordingId}/links`;
const fetchFile = (url: string) => api.fastify.inject({ method: 'GET', url });
const open = (token: string, password?: string) =>
  api.post('recordings/shared', { token, ...(password !== undefined && { password }) });
const share = async (password?: string) => {
  const body = { end: inAnHour(), ...(password !== undefined && { password }) };
  const answer = await api.post(path(), body, owner.token);
  expect(answer.status).toBe(201);
  const { id, url } = Value.Parse(LinkSchema, answer.body);
  return { id, token: url.split('#token=')[1] ?? '' };
};
const opened = async (token: string, password?: string) => {
  const answer = await open(token, password);
  expect(answer.status).toBe(200);
  return Value.Parse(SharedSchema, answer.body);
};

describe('a share link of a recording', () => {
  it('opens it for whoever holds it, who plays and downloads its files without an account', async () => {
    const { token } = await share();
    const { recording, access } = await opened(token);
    expect(recording.files.map(({ name }) => name)).toEqual(['Aiko', 'Aiko']);
    const [file] = access.files;
    const played = await fetchFile(file?.url ?? '');
    expect(played.statusCode).toBe(200);
    expect(played.rawPayload.equals(CONTENTS)).toBe(true);
    expect((await fetchFile(file?.downloadUrl ?? '')).statusCode).toBe(200);
  });

  it('is made and seen by those alone who may see the recording', async () => {
    expect((await api.post(path(), { end: inAnHour() }, stranger.token)).status).toBe(404);
    expect((await api.get(path(), stranger.token)).status).toBe(404);
    expect((await api.get(path())).status).toBe(401);
    const { id, token } = await share();
    const { body } = await api.get(path(), owner.token);
    expect(body.links).toContainEqual(
      expect.objectContaining({
        id,
        url: expect.stringMatching(`/recordings/shared#token=${token}$`),
        opened: null,
      }),
    );
    await opened(token);
    const seen = await api.get(path(), owner.token);
    expect(seen.body.links).toContainEqual(expect.objectContaining({ id, opened: expect.any(String) }));
  });

  it('asks for its password, and counts wrong ones', async () => {
    const { id, token } = await share('open sesame');
    expect((await api.get(path(), owner.token)).body.links).toContainEqual(
      expect.objectContaining({ id, password: true }),
    );
    const violation = (code: string) => ({
      status: 422,
      body: { violations: [{ propertyPath: 'password', code }] },
    });
    expect(await open(token)).toMatchObject(violation('password-required'));
    expect(await open(token, 'open barley')).toMatchObject(violation('password-wrong'));
    await opened(token, 'open sesame');
    for (let wrong = 1; wrong < WRONG_PASSWORDS; wrong += 1)
      expect((await open(token, `wrong ${wrong}`)).status).toBe(422);
    expect((await open(token, 'one too many')).status).toBe(429);
    expect((await open(token, 'open sesame')).status).toBe(429);
    await api.db.deleteFrom('rate_limits').execute();
  });

  it('refuses an end that has passed, a short password, and the same to too many', async () => {
    const past = await api.post(path(), { end: new Date(Date.now() - 1_000).toISOString() }, owner.token);
    expect(past).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'end' }] } });
    const short = await api.post(path(), { end: inAnHour(), password: 'short' }, owner.token);
    expect(short).toMatchObject({ status: 422, body: { violations: [{ code: 'password-short' }] } });
    const statuses = [];
    for (let i = 0; i < 25; i += 1) statuses.push(await api.post(path(), { end: inAnHour() }, owner.token));
    expect(statuses.at(-1)).toMatchObject({ status: 409, body: { code: 'too-many-share-links' } });
    await api.db.deleteFrom('recording_links').execute();
  });

  it('ends with its recording, whatever end was wanted', async () => {
    const { body: recording } = await api.get(`recordings/${recordingId}`, owner.token);
    const answer = await api.post(path(), { end: '2999-01-01T00:00:00Z' }, owner.token);
    expect(answer).toMatchObject({ status: 201, body: { end: recording.expires } });
    const { details } = await api.db
      .selectFrom('logs')
      .where('resource_id', '=', recordingId)
      .orderBy('at', 'desc')
      .select('details')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({
      changes: expect.arrayContaining([{ field: 'end', before: null, after: recording.expires }]),
    });
  });

  it('opens nothing after its end or once it is deleted, for those who are watching either', async () => {
    const ended = await share();
    const deleted = await share();
    const addresses = [];
    for (const { token } of [ended, deleted]) {
      const { access } = await opened(token);
      addresses.push(access.files[0]?.url ?? '', access.archiveUrl);
    }
    await api.db
      .updateTable('recording_links')
      .set({ ends_at: new Date(Date.now() - 1_000) })
      .where('id', '=', ended.id as RecordingLinkId)
      .execute();
    expect((await api.delete(`${path()}/${deleted.id}`, stranger.token)).status).toBe(404);
    expect((await api.delete(`${path()}/${deleted.id}`, owner.token)).status).toBe(204);
    for (const address of addresses) expect((await fetchFile(address)).statusCode).toBe(404);
    for (const { token } of [ended, deleted]) expect((await open(token)).status).toBe(404);
    expect((await open('x'.repeat(43))).status).toBe(404);
    expect((await open('nonsense')).status).toBe(404);
  });

  it('stands in the audit log, with what was downloaded by it', async () => {
    const { id, token } = await share('open sesame');
    const { access } = await opened(token, 'open sesame');
    await fetchFile(access.files[0]?.downloadUrl ?? '');
    await fetchFile(access.files[0]?.downloadUrl ?? '');
    await api.delete(`${path()}/${id}`, owner.token);
    const logged = await api.db
      .selectFrom('logs')
      .where('resource_id', '=', recordingId)
      .orderBy('at', 'desc')
      .limit(3)
      .select(['action', 'actor_kind', 'actor_id'])
      .execute();
    expect(logged).toEqual([
      { action: 'unshare', actor_kind: 'user', actor_id: owner.id },
      { action: 'download', actor_kind: 'share-link', actor_id: id },
      { action: 'share', actor_kind: 'user', actor_id: owner.id },
    ]);
    const text = JSON.stringify(await api.db.selectFrom('logs').selectAll().execute());
    expect(text).not.toContain('sesame');
    expect(text).not.toContain(token);
  });
});

describe('a recording as one archive', () => {
  const archiveUrl = async () => {
    const { body } = await api.post(`recordings/${recordingId}/access`, undefined, owner.token);
    return Value.Parse(Type.String(), body.archiveUrl);
  };

  it('has the chat as a text, where there was one', async () => {
    const { id: kept } = await insertRecording(
      api.db,
      { customerId: home, userId: owner.id },
      { name: 'Talk', started_at: new Date('2026-03-01T10:00:00Z') },
    );
    await insertRecordingFile(api.db, kept, { bytes: CONTENTS.length });
    const saidAt = new Date('2026-03-01T11:01:05Z');
    await insertRecordingMessage(api.db, kept, { party_name: 'ハナ', text: 'はい', said_at: saidAt });
    const { body } = await api.post(`recordings/${kept}/access`, undefined, owner.token);
    const sent = await fetchFile(Value.Parse(Type.String(), body.archiveUrl));
    expect(sent.headers['content-length']).toBe(`${sent.rawPayload.length}`);
    const chat = entriesOf(sent.rawPayload).at(-1);
    expect(chat?.name).toMatch(/^Talk \d{14}\.txt$/);
    expect(`${chat?.contents}`).toBe('01:01:05 ハナ: はい\r\n');
  });

  it('has every file, whole, each under a name of its own, and says how long it is', async () => {
    const sent = await fetchFile(await archiveUrl());
    expect(sent.statusCode).toBe(200);
    expect(sent.headers['content-type']).toBe('application/zip');
    expect(sent.headers['content-length']).toBe(`${sent.rawPayload.length}`);
    expect(sent.headers['content-disposition']).toMatch(/^attachment; .*\d{14}\.zip$/);
    const entries = entriesOf(sent.rawPayload);
    expect(entries.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^週例会 計画 Aiko \d{14}\.webm$/),
      expect.stringMatching(/^週例会 計画 Aiko \d{14} \(2\)\.webm$/),
    ]);
    for (const { contents } of entries) expect(contents.equals(CONTENTS)).toBe(true);
  });

  it('is for those alone who may see the recording, and one download in the audit log', async () => {
    const plain = `/api/v1/recordings/${recordingId}/archive`;
    const by = (token: string) =>
      api.fastify.inject({ method: 'GET', url: plain, headers: { authorization: `Bearer ${token}` } });
    expect((await fetchFile(plain)).statusCode).toBe(401);
    expect((await by(stranger.token)).statusCode).toBe(404);
    const before = new Date();
    expect((await by(owner.token)).statusCode).toBe(200);
    const logged = await api.db
      .selectFrom('logs')
      .where('action', '=', 'download')
      .where('at', '>=', before)
      .select(['actor_id', 'details'])
      .execute();
    expect(logged).toMatchObject([
      { actor_id: owner.id, details: { changes: [{ field: 'file', after: 'archive' }] } },
    ]);
  });

  it('is refused before anything is sent where no node has the files', async () => {
    isNodeThere = false;
    expect((await fetchFile(await archiveUrl())).statusCode).toBe(503);
    isNodeThere = true;
  });
});

/** Of a ZIP file without compression (APPNOTE 6.3.10), by its central directory. */
function entriesOf(zip: Buffer): { readonly name: string; readonly contents: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const header = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const contents = zip.subarray(begin, begin + size);
    expect(crc32(contents)).toBe(crc);
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
    return { name, contents };
  });
}
