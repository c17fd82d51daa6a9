import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { FilmId, NodeId, RecordingId } from '#protocol/ids.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import { MAX_FILM_SECTIONS } from '#protocol/sfu/film.ts';
import { createBackground } from '#server/background.ts';
import type { Db } from '#server/db/database.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import { composeSoon, remindOfFilms, setPlace, takeBackFilms, writeFilmState } from './film-rows.ts';

export interface FilmsDeps {
  readonly db: Db;
  readonly sfu: Sfu;
  readonly log: Logger;
  readonly queueWebhookEvent: QueueWebhookEvent;
}

export interface Films {
  /** Gives the film to a media node that has files of its recording. Where none can be asked now it is tried again. @param tries how often it was already; 0 by default */
  compose(filmId: FilmId, tries?: number): Promise<void>;
  /** From every node that has it. Throws where one does not answer, to be tried again. */
  removeFile(recordingId: RecordingId, filmId: FilmId): Promise<void>;
  /** Looks after those that wait; to be called now and then, on any server. */
  reconcile(): Promise<void>;
  /** Can be called twice. */
  close(): Promise<void>;
}

type Section = SfuPayload<'film.compose'>['sections'][number];
interface Located extends Section {
  /** Total size of its files. */
  readonly bytes: number;
}

/** A node reports every few seconds on the film that it makes. After this long without a report it is asked again. */
const SILENT_S = 30;
const REMINDED_AT_ONCE = 100;
/** A node that has died is back after a few seconds. One that stays away longer is asked at each look (`reconcile`). */
const TRIES = 20;
/** Beyond the last file of any section: the answer is whether the node has it. */
const NO_FILES = Number.MAX_SAFE_INTEGER;

/** Films that are made of recordings (SPEC.md, R8). */
export function createFilms({ db, sfu, log, queueWebhookEvent }: FilmsDeps): Films {
  const background = createBackground(log);
  const ends = [
    sfu.listenToFilms((filmId, change) =>
      background.run('film not written down', writeFilmState(db, queueWebhookEvent, filmId, change)),
    ),
    sfu.listenToRecordings({
      stopped: () => {},
      finished: () => {},
      nodeLost: (nodeId) => background.run('films not taken back', takeBack(nodeId)),
    }),
  ];

  const takeBack = async (nodeId: NodeId): Promise<void> => {
    for (const filmId of await takeBackFilms(db, nodeId)) await composeSoon(db, filmId);
  };

  const fail = (filmId: FilmId) =>
    writeFilmState(db, queueWebhookEvent, filmId, { state: 'failed', fault: 'no-files' });

  const compose = async (filmId: FilmId, tries = 0): Promise<void> => {
    const film = await findFilm(db, filmId);
    if (!film || (film.state !== 'waiting' && film.state !== 'composing')) return;
    const { sections, isSure } = await locate(db, sfu, film.recording_id, log);
    const place = sections.find(({ recordingId }) => recordingId === film.section_id) ?? largest(sections);
    if (!place) {
      if (isSure) await fail(filmId);
      else if (tries < TRIES) await composeSoon(db, filmId, tries + 1);
      return;
    }
    if (!(await setPlace(db, filmId, place.nodeId, place.recordingId))) return;
    const { format, name, duration_ms } = film;
    try {
      const change = await sfu.ask(place.nodeId, 'film.compose', {
        ...{ filmId, recordingId: place.recordingId, format, title: name },
        durationMs: duration_ms ?? 0,
        sections: sections.map(({ recordingId, nodeId, offsetMs }) => ({ recordingId, nodeId, offsetMs })),
        names: await namesIn(db, film.recording_id),
      });
      await writeFilmState(db, queueWebhookEvent, filmId, change);
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      log.info({ err, filmId, nodeId: place.nodeId }, 'film waits: the node does not make it now');
    }
  };

  return {
    compose,
    async removeFile(recordingId, filmId) {
      for (const { nodeId } of sfu.nodes) {
        await sfu.ask(nodeId, 'film.remove', { recordingId, filmId }).catch((error: unknown) => {
          // A node of an earlier version has no films.
          if (!(error instanceof AppError && error.code === 'unknown-request')) throw error;
        });
      }
    },
    reconcile: () => remindOfFilms(db, SILENT_S, REMINDED_AT_ONCE),
    async close() {
      for (const end of ends.splice(0)) end();
      await background.settled();
    },
  };
}

const findFilm = (db: Db, filmId: FilmId) =>
  db
    .selectFrom('recording_films as f')
    .innerJoin('recordings as r', 'r.id', 'f.recording_id')
    .where('f.id', '=', filmId)
    .select(['f.recording_id', 'f.section_id', 'f.format', 'f.state', 'r.name', 'r.duration_ms'])
    .executeTakeFirst();

/** As they are called now: who was forgotten since has another name than the nodes remember. */
const namesIn = async (db: Db, recordingId: RecordingId): Promise<SfuPayload<'film.compose'>['names']> => {
  const rows = await db
    .selectFrom('recording_files')
    .where('recording_id', '=', recordingId)
    .select(['party_id', 'party_name'])
    .distinctOn('party_id')
    .orderBy('party_id')
    .orderBy('offset_ms', 'desc')
    .execute();
  return rows.map(({ party_id, party_name }) => ({ partyId: party_id, name: party_name }));
};

/** Which nodes have the sections of a recording. `isSure`: all nodes were asked, and have answered. */
async function locate(
  db: Db,
  sfu: Sfu,
  recordingId: RecordingId,
  log: Logger,
): Promise<{ readonly sections: readonly Located[]; readonly isSure: boolean }> {
  // Read together: one that closes meanwhile does not answer, and may come back with the files.
  let isSure = sfu.knowsAllNodes;
  const nodeIds = [...sfu.nodes].map(({ nodeId }) => nodeId);
  const sections: Located[] = [];
  for (const section of await sectionsOf(db, recordingId)) {
    for (const nodeId of likelyFirst(nodeIds, section.node_id)) {
      try {
        await sfu.ask(nodeId, 'recording.files', { recordingId: section.id, offset: NO_FILES });
        sections.push({
          ...{ recordingId: section.id, nodeId, offsetMs: section.offset_ms },
          bytes: Number(section.bytes),
        });
        break;
      } catch (err) {
        if (err instanceof AppError && err.code === 'not-found') continue;
        log.debug({ err, nodeId }, 'node does not say what it has');
        isSure = false;
      }
    }
  }
  return { sections, isSure };
}

/** Recordings of earlier versions have no row for their only section. */
async function sectionsOf(db: Db, recordingId: RecordingId) {
  const bytes = (db: Db) =>
    db
      .selectFrom('recording_files as f')
      .where('f.recording_id', '=', recordingId)
      .select(['f.section_id', ({ fn }) => fn.sum<number>('f.bytes').as('bytes')])
      .groupBy('f.section_id');
  const sizes = new Map(
    (await bytes(db).execute()).map((row) => [row.section_id ?? recordingId, Number(row.bytes)]),
  );
  const rows = await db
    .selectFrom('recording_sections')
    .where('recording_id', '=', recordingId)
    .select(['id', 'node_id', 'offset_ms'])
    .orderBy('created_at')
    .limit(MAX_FILM_SECTIONS)
    .execute();
  const { node_id } = await db
    .selectFrom('recordings')
    .where('id', '=', recordingId)
    .select('node_id')
    .executeTakeFirstOrThrow();
  const sections = rows.length > 0 ? rows : [{ id: recordingId, node_id, offset_ms: 0 }];
  return sections.map((section) => ({ ...section, bytes: sizes.get(section.id) ?? 0 }));
}

const likelyFirst = (ids: readonly NodeId[], likely: NodeId): readonly NodeId[] =>
  ids.toSorted((one, other) => Number(other === likely) - Number(one === likely));

const largest = (sections: readonly Located[]): Located | undefined =>
  sections.toSorted((one, other) => other.bytes - one.bytes)[0];
