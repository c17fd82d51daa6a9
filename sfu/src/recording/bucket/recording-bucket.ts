import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import type { Logger } from '#platform/log.ts';
import { makeFolder } from '#platform/make-folder.ts';
import type { FilmId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import { type FilmFile, FilmFileSchema } from '#protocol/sfu/film.ts';
import {
  RECORDINGS_A_MESSAGE,
  type RecordingResult,
  RecordingResultSchema,
} from '#protocol/sfu/recording.ts';
import { writePiece } from '#sfu/recording/file-piece.ts';
import type { OwnInstallation } from '#sfu/recording/own-installation.ts';
import {
  FILE_ENDINGS,
  NOTE,
  PART_ENDING,
  RESULT,
  type RecordingFolder,
  type RecordingNote,
  RecordingNoteSchema,
} from '#sfu/recording/recording-folder.ts';
import { Bucket, type BucketSettings } from './bucket.ts';
import { leaseKey } from './bucket-lease.ts';
import { copyPrefix, decodePieces } from './copy-format.ts';
import { parsed } from './parsed.ts';

const notes = Compile(RecordingNoteSchema);
const results = Compile(RecordingResultSchema);
const films = Compile(FilmFileSchema);

/** Files whose keys are remembered, so that each chunk is one request. */
const MAX_KNOWN_KEYS = 10_000;

/**
 * Recordings of an installation in a bucket, which all its media nodes read. After the installation's id, keys begin with that of
 * the recording:
 *
 * - `<id>/recording.json`, `<id>/result.json` and everything else that its folder has when it is finished (recording-folder.ts).
 * - `<id>/copy/…` and `leases/<id>` until then (copy-format.ts, bucket-lease.ts).
 */
export class RecordingBucket {
  /** The objects themselves. */
  readonly objects: Bucket;
  readonly #keys = new Map<RecordingFileId | FilmId, string>();

  private constructor(bucket: Bucket) {
    this.objects = bucket;
  }

  static async open(
    settings: BucketSettings,
    installation: OwnInstallation,
    log: Logger,
  ): Promise<RecordingBucket> {
    return new RecordingBucket(await Bucket.open(settings, installation, log));
  }

  readonly note = (recordingId: RecordingId) => this.#json<RecordingNote>(`${recordingId}/${NOTE}`, notes);
  readonly result = (recordingId: RecordingId) =>
    this.#json<RecordingResult>(`${recordingId}/${RESULT}`, results);
  readonly film = (recordingId: RecordingId, filmId: FilmId) =>
    this.#json<FilmFile>(`${recordingId}/${filmId}.film`, films);

  /** Null without such a file. */
  async read(
    recordingId: RecordingId,
    fileId: RecordingFileId | FilmId,
    offset: number,
    length: number,
  ): Promise<Buffer | null> {
    const key = await this.#mediaKey(recordingId, fileId);
    return key === null ? null : await this.objects.getRange(key, offset, length);
  }

  /** False without such a file. */
  async download(
    recordingId: RecordingId,
    fileId: RecordingFileId,
    path: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const key = await this.#mediaKey(recordingId, fileId);
    return key !== null && (await this.objects.download(key, path, signal));
  }

  /** Ids in their order, after one of them if it is given: at most `RECORDINGS_A_MESSAGE`. */
  async ids(after?: RecordingId): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> {
    const ids: string[] = [];
    let last: string | undefined = after;
    for (;;) {
      const { keys, more } = await this.objects.folders(last);
      ids.push(...keys);
      last = keys.at(-1);
      if (!more || last === undefined) return { ids, more: false };
      if (ids.length >= RECORDINGS_A_MESSAGE) return { ids, more: true };
    }
  }

  /** Whether a node writes it, or has left it. */
  async isLeased(recordingId: RecordingId): Promise<boolean> {
    return (await this.objects.get(leaseKey(recordingId))) !== null;
  }

  /** Forgets a recording of which there is nothing. */
  async dropLease(recordingId: RecordingId): Promise<void> {
    await this.objects.remove([leaseKey(recordingId)]);
  }

  /** Marks a recording as begun, before anything of it is copied. */
  async begin(folder: RecordingFolder): Promise<void> {
    await this.objects.put(`${folder.recordingId}/${NOTE}`, await readFile(join(folder.path, NOTE)));
  }

  /** Uploads what is finished in a folder, and removes its copy. Returns the names of what can go from the folder, in the order of removal. */
  async keep(folder: RecordingFolder, result: RecordingResult | null): Promise<readonly string[]> {
    const { recordingId } = folder;
    const names = await folder.finishedNames();
    for (const name of names) {
      if (name !== RESULT) await this.objects.upload(`${recordingId}/${name}`, join(folder.path, name));
    }
    const isThere = (await this.result(recordingId)) !== null;
    const final = result ?? (await folder.result());
    // The first result is the one that a server may have read; the files of both stay readable by their ids.
    if (final && !isThere)
      await this.objects.put(`${recordingId}/${RESULT}`, Buffer.from(JSON.stringify(final)));
    if (final || isThere) {
      await this.#removeAll(copyPrefix(recordingId));
      await this.objects.remove([leaseKey(recordingId)]);
    }
    return names;
  }

  /** Makes the folder of a recording from its copy. False without a copy. */
  async restore(folder: RecordingFolder): Promise<boolean> {
    const { recordingId, path } = folder;
    const note = await this.objects.get(`${recordingId}/${NOTE}`);
    if (!note) return false;
    const temporary = `${path}.restored`;
    await rm(temporary, { recursive: true, force: true });
    await makeFolder(temporary, 0o750);
    for await (const key of this.#keysFrom(copyPrefix(recordingId))) {
      const object = await this.objects.get(key);
      for (const { name, offset, bytes } of object ? decodePieces(object) : [])
        await writePiece(join(temporary, name), offset, bytes);
    }
    await writePiece(join(temporary, NOTE), 0, note);
    await rename(temporary, path);
    return true;
  }

  /** False where there was nothing of it. */
  async remove(recordingId: RecordingId): Promise<boolean> {
    this.#keys.clear();
    // The note goes last: it says whose the rest is.
    const noteKey = `${recordingId}/${NOTE}`;
    const existed = await this.#removeAll(`${recordingId}/`, noteKey);
    await this.objects.remove([leaseKey(recordingId), noteKey]);
    return existed;
  }

  async removeFilm(recordingId: RecordingId, filmId: FilmId): Promise<void> {
    this.#keys.delete(filmId);
    await this.objects.remove([`${recordingId}/${filmId}.film`, `${recordingId}/${filmId}.mp4`]);
  }

  async #removeAll(beginning: string, but?: string): Promise<boolean> {
    let existed = false;
    for (;;) {
      const { keys, more } = await this.objects.list(beginning);
      existed ||= keys.length > 0;
      await this.objects.remove(keys.filter((key) => key !== but));
      if (!more) return existed;
    }
  }

  async *#keysFrom(beginning: string): AsyncGenerator<string> {
    let last: string | undefined;
    for (;;) {
      const { keys, more } = await this.objects.list(beginning, last);
      yield* keys;
      last = keys.at(-1);
      if (!more || last === undefined) return;
    }
  }

  async #mediaKey(recordingId: RecordingId, fileId: RecordingFileId | FilmId): Promise<string | null> {
    const known = this.#keys.get(fileId);
    if (known !== undefined) return known;
    const { keys } = await this.objects.list(`${recordingId}/${fileId}`);
    const key = [...FILE_ENDINGS, PART_ENDING]
      .map((ending) => `${recordingId}/${fileId}${ending}`)
      .find((candidate) => keys.includes(candidate));
    if (key === undefined) return null;
    if (this.#keys.size >= MAX_KNOWN_KEYS) this.#keys.clear();
    this.#keys.set(fileId, key);
    return key;
  }

  async #json<Value>(key: string, schema: { Check(value: unknown): value is Value }): Promise<Value | null> {
    const text = await this.objects.get(key);
    if (!text) return null;
    return parsed(text, schema);
  }
}
