import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId, RecordingId } from '#protocol/ids.ts';
import type { FilmFormat } from '#protocol/sfu/film.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import { settleSection } from '#server/recording/settling.ts';
import { recordedFile } from '#server/recording/testing/recorded-file.ts';
import { insertRecording, insertRecordingFile } from '#server/testing/rows.ts';
import { setUpServers } from '#server/testing/set-up-servers.ts';
import { makeOwnFilm } from './own-film.ts';

const silent = createLog({ name: 'test', level: 'silent' });
const queueWebhookEvent = async () => {};

describe('the film that a customer wants of each recording', () => {
  const servers = setUpServers({ layout: 'one server' });
  let customerId: CustomerId;

  beforeEach(async () => {
    customerId = await servers.world.people.customer();
  });

  const want = (recording_film: FilmFormat | null, recording_quota_gb: number | null = null) =>
    servers.world.db
      .updateTable('customers')
      .set({ recording_film, recording_quota_gb })
      .where('id', '=', customerId)
      .execute();

  const record = async (state: 'finishing' | 'ready' = 'ready'): Promise<RecordingId> => {
    const user = await servers.world.people.user('Hana', customerId);
    const { id } = await insertRecording(servers.world.db, { customerId, userId: user.id }, { state });
    await insertRecordingFile(servers.world.db, id);
    return id;
  };

  const filmsOf = async (id: RecordingId) =>
    (
      await servers.world.db
        .selectFrom('recording_films')
        .where('recording_id', '=', id)
        .select('format')
        .execute()
    ).map(({ format }) => format);

  const jobsFor = async (id: RecordingId) =>
    (
      await sql<{
        key: string;
      }>`select key from graphile_worker.jobs where key = ${`make-film ${id}`}`.execute(servers.world.db)
    ).rows.length;

  const end = async (id: RecordingId) => {
    const at = new Date().toISOString();
    const result: RecordingResult = {
      ...{ outcome: 'ready', fault: null, startedAt: at, endedAt: at, durationMs: 1_000 },
      files: [recordedFile({ party: { kind: 'user', id: randomUUID(), name: 'Hana' } })],
    };
    await servers.world.db
      .insertInto('recording_sections')
      .values({ id, recording_id: id, node_id: sql`gen_random_uuid()`, offset_ms: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await settleSection(servers.world.db, queueWebhookEvent, id, result);
  };

  it.each([
    ['sound', 1],
    [null, 0],
  ] as const)('is asked for when a recording ends: %s', async (format, jobs) => {
    await want(format);
    const id = await record('finishing');
    await end(id);
    expect(await jobsFor(id)).toBe(jobs);
  });

  it('is made once', async () => {
    await want('speaker');
    const id = await record();
    await makeOwnFilm(servers.world.db, id, silent);
    await makeOwnFilm(servers.world.db, id, silent);
    expect(await filmsOf(id)).toEqual(['speaker']);
  });

  it('is not made where the space of the customer is used up, nor of a recording that is gone', async () => {
    await want('grid', 0);
    const id = await record();
    await makeOwnFilm(servers.world.db, id, silent);
    expect(await filmsOf(id)).toEqual([]);
    await servers.world.db.deleteFrom('recordings').where('id', '=', id).execute();
    await makeOwnFilm(servers.world.db, id, silent);
    expect(await jobsFor(id)).toBe(0);
  });

  it('waits while too many of the customer are being made', async () => {
    await want('grid');
    const ids: RecordingId[] = [];
    for (let count = 0; count < 21; count++) ids.push(await record());
    for (const id of ids) await makeOwnFilm(servers.world.db, id, silent);
    const [last] = ids.slice(-1);
    if (!last) throw new Error('no recording');
    expect(await filmsOf(last)).toEqual([]);
    expect(await jobsFor(last)).toBe(1);
  });
});
