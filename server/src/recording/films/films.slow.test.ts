import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { NodeId, RecordingId } from '#protocol/ids.ts';
import type { RecordedFile, RecordingResult } from '#protocol/sfu/recording.ts';
import { insertFiles } from '#server/recording/rows.ts';
import { recordedFile } from '#server/recording/testing/recorded-file.ts';
import { eventually } from '#server/testing/eventually.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { MEDIA_NODE_START_MS, setUpServers } from '#server/testing/set-up-servers.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';
import {
  deleteFilm,
  deleteFilmsWith,
  remindOfFilms,
  requestFilm,
  setPlace,
  takeBackFilms,
  writeFilmState,
} from './film-rows.ts';
import { createFilms, type Films } from './films.ts';

const run = promisify(execFile);
const silent = createLog({ name: 'test', level: 'silent' });
const FILM_MS = 120_000;

describe('films of recordings', () => {
  const servers = setUpServers({ withMediaNode: true });
  let films: Films;

  beforeEach(() => {
    films = createFilms({ db: servers.world.db, sfu: servers.server.sfu, log: silent, queueWebhookEvent });
  });
  afterEach(() => films.close());

  const folderOf = (id: RecordingId) => join(servers.world.recordingFolder, id);

  /** A second of Hana, recorded and finished; on the node's disk too, if it is there. */
  const record = async (isThere = true) => {
    const { db } = servers.world;
    const customerId = await servers.world.people.customer();
    const hana = await servers.world.people.user('Hana', customerId);
    const { id } = await insertRecording(db, { customerId, userId: hana.id }, { duration_ms: 1_000 });
    const file = recordedFile({
      party: { kind: 'user', id: hana.id, name: 'Hana' },
      videoCodec: null,
      mediaType: 'audio/webm',
    });
    await db
      .transaction()
      .execute((trx) => insertFiles(trx, { id, recording_id: id, offset_ms: 0 }, resultOf(file)));
    if (isThere) await lay(id, file);
    return { id, customer_id: customerId, hana, state: 'ready' };
  };

  const resultOf = (file: RecordedFile): RecordingResult => {
    const at = new Date().toISOString();
    return {
      outcome: 'ready',
      fault: null,
      startedAt: at,
      endedAt: at,
      durationMs: 1_000,
      files: [file],
    };
  };

  const lay = async (id: RecordingId, file: RecordedFile) => {
    await mkdir(folderOf(id), { recursive: true });
    const path = join(folderOf(id), `${file.fileId}.webm`);
    await run('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'libopus', path]);
    await writeFile(join(folderOf(id), 'recording.json'), JSON.stringify({ startedAt: file.startedAt }));
    await writeFile(join(folderOf(id), 'result.json'), JSON.stringify(resultOf(file)));
  };

  const request = (recording: Awaited<ReturnType<typeof record>>, format: 'grid' | 'speaker' | 'sound') =>
    servers.world.db.transaction().execute((trx) => requestFilm(trx, recording, format));
  const filmsOf = (id: RecordingId) =>
    servers.world.db.selectFrom('recording_films').where('recording_id', '=', id).selectAll().execute();
  const filmOf = async (id: RecordingId) => {
    const [film] = await filmsOf(id);
    if (!film) throw new Error('there is no film');
    return film;
  };
  const settled = (id: RecordingId, state: 'ready' | 'failed') =>
    eventually(async () => expect(await filmOf(id)).toMatchObject({ state }), { timeout: FILM_MS });

  it('are made by the node that has the files, and are told to webhooks once', async () => {
    const recording = await record();
    const { db } = servers.world;
    await db
      .insertInto('webhooks')
      .values({
        ...{
          customer_id: recording.customer_id,
          name: 'Ours',
          url: 'https://example.org/',
          secret: Buffer.alloc(32),
        },
        events: ['film.ready'],
      })
      .execute();
    await request(recording, 'grid');
    const { id: filmId } = await filmOf(recording.id);
    await films.compose(filmId);
    await settled(recording.id, 'ready');
    const film = await filmOf(recording.id);
    expect(film).toMatchObject({
      ...{
        format: 'grid',
        progress: 1,
        media_type: 'video/mp4',
        duration_ms: 1_000,
        section_id: recording.id,
      },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const path = join(folderOf(recording.id), `${filmId}.mp4`);
    expect((await stat(path)).size).toBe(Number(film.bytes));
    const stream = await servers.server.recordings.files.read(
      recording.id,
      filmId,
      0,
      Number(film.bytes) - 1,
    );
    let bytes = 0;
    for await (const chunk of stream) bytes += chunk.length;
    expect(bytes).toBe(Number(film.bytes));

    // Asked for again it is what it is.
    await request(recording, 'grid');
    await films.compose(filmId);
    expect(await filmsOf(recording.id)).toEqual([film]);
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .where('subject', '=', filmId)
      .selectAll()
      .execute();
    expect(deliveries).toHaveLength(1);
    expect(JSON.parse(deliveries[0]?.payload ?? '')).toMatchObject({
      type: 'film.ready',
      data: { filmId, recordingId: recording.id, format: 'grid', durationS: 1, bytes: Number(film.bytes) },
    });

    await db.transaction().execute((trx) => deleteFilm(trx, recording.id, filmId));
    await films.removeFile(recording.id, filmId);
    await expect(access(path)).rejects.toThrow();
    expect(await filmsOf(recording.id)).toEqual([]);
  });

  it('wait for a node that is away, and are made when it is back', async () => {
    const recording = await record();
    await request(recording, 'sound');
    const { id: filmId } = await filmOf(recording.id);
    if (servers.mediaNode.pid === undefined) throw new Error('no media node runs');
    process.kill(servers.mediaNode.pid, 'SIGKILL');
    await films.compose(filmId);
    expect(await filmOf(recording.id)).toMatchObject({ state: expect.stringMatching(/waiting|composing/) });
    for (const { sfu } of [servers.server, servers.other]) {
      expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
    }
    await eventually(
      async () => {
        await films.compose(filmId);
        expect(await filmOf(recording.id)).toMatchObject({ state: 'ready', media_type: 'audio/mp4' });
      },
      { timeout: FILM_MS },
    );
  });

  it('are asked for at the same time by many, and change meanwhile, without waiting for each other in vain', async () => {
    const { db } = servers.world;
    const recording = await record();
    const change = { state: 'composing', progress: 0.5 } as const;
    await request(recording, 'sound');
    const { id: filmId } = await filmOf(recording.id);
    const asked = Array.from({ length: 20 }, () =>
      db.transaction().execute(async (trx) => {
        await sql`select 1 from recordings where id = ${recording.id} for update`.execute(trx);
        return await requestFilm(trx, recording, 'sound');
      }),
    );
    const told = Array.from({ length: 20 }, () => writeFilmState(db, queueWebhookEvent, filmId, change));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([false]));
    await Promise.all(told);
    expect(await filmOf(recording.id)).toMatchObject({ state: 'composing', progress: 0.5 });
    await films.removeFile(recording.id, filmId);
  });

  it('are taken back from a node that is gone, and given to one that is there', async () => {
    const { db } = servers.world;
    const recording = await record(false);
    await request(recording, 'grid');
    const { id: filmId } = await filmOf(recording.id);
    const [node] = servers.server.sfu.nodes;
    if (!node) throw new Error('no media node');
    await setPlace(db, filmId, node.nodeId, recording.id);
    await writeFilmState(db, queueWebhookEvent, filmId, { state: 'composing', progress: 0.8 });
    expect(await takeBackFilms(db, node.nodeId)).toEqual([filmId]);
    expect(await filmOf(recording.id)).toMatchObject({ state: 'waiting' });
    expect(await takeBackFilms(db, randomUUID() as NodeId)).toEqual([]);
  });

  it('fail where no node has the files, and can be asked for again', async () => {
    const recording = await record(false);
    await request(recording, 'grid');
    const { id: filmId } = await filmOf(recording.id);
    await films.compose(filmId);
    expect(await filmOf(recording.id)).toMatchObject({ state: 'failed', fault: 'no-files' });
    const [file] = await servers.world.db
      .selectFrom('recording_files')
      .where('recording_id', '=', recording.id)
      .selectAll()
      .execute();
    if (!file) throw new Error('the recording has a file');
    await lay(recording.id, recordedFile({ fileId: file.id, videoCodec: null, mediaType: 'audio/webm' }));
    await request(recording, 'grid');
    expect(await filmOf(recording.id)).toMatchObject({ id: filmId, state: 'waiting', fault: null });
    await films.compose(filmId);
    await settled(recording.id, 'ready');
  });

  it('go with the name of someone who is forgotten', async () => {
    const recording = await record();
    await request(recording, 'sound');
    await deleteFilmsWith(servers.world.db, randomUUID());
    expect(await filmsOf(recording.id)).toHaveLength(1);
    await deleteFilmsWith(servers.world.db, recording.hana.id);
    expect(await filmsOf(recording.id)).toEqual([]);
  });

  it('are refused of a recording that is not over, and beyond twenty that wait', async () => {
    const { db } = servers.world;
    const recording = await record(false);
    const refused = (state: string) => request({ ...recording, state }, 'grid');
    await expect(refused('recording')).rejects.toMatchObject({ code: 'recording-unfinished' });
    await expect(refused('failed')).rejects.toMatchObject({ code: 'not-found' });
    const { customer_id: customerId, hana } = recording;
    for (let count = 0; count < 20; count++) {
      const { id } = await insertRecording(db, { customerId, userId: hana.id });
      await db.insertInto('recording_films').values({ recording_id: id, format: 'grid' }).execute();
    }
    await expect(request(recording, 'grid')).rejects.toMatchObject({ code: 'too-many-films' });
    expect(await filmsOf(recording.id)).toEqual([]);
    // Another customer's have nothing to do with it.
    const other = await record(false);
    await request(other, 'grid');
    expect(await filmsOf(other.id)).toHaveLength(1);
  });

  it('are asked for again where no node has told of them for a while', async () => {
    const recording = await record(false);
    const { db } = servers.world;
    await request(recording, 'grid');
    const { id: filmId } = await filmOf(recording.id);
    const queued = async () => {
      const { rows } =
        await sql`select id from graphile_worker.jobs where key = ${`compose-film ${filmId}`}`.execute(db);
      return rows.length;
    };
    await sql`delete from graphile_worker._private_jobs where key = ${`compose-film ${filmId}`}`.execute(db);
    await remindOfFilms(db, 30, 10);
    expect(await queued()).toBe(0);
    await sql`update recording_films set changed_at = now() - interval '31 seconds' where id = ${filmId}`.execute(
      db,
    );
    await remindOfFilms(db, 30, 10);
    await remindOfFilms(db, 30, 10);
    expect(await queued()).toBe(1);
  });
});
