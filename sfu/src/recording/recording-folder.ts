import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type FilmId,
  InstallationIdSchema,
  type RecordingFileId,
  RecordingFileIdSchema,
  type RecordingId,
} from '#protocol/ids.ts';
import { RecordedFileSchema, type RecordingResult, RecordingResultSchema } from '#protocol/sfu/recording.ts';
import { isMissing, readJsonFile, TEMPORARY, writeJsonFile } from './json-file.ts';

/**
 * Contents of a recording's folder, which is named by the recording's id:
 *
 * - `recording.json`: when it started, and which installation it belongs to.
 * - `lease`: touched by the process that writes it (folder-leases.ts).
 * - `<part>.json` and `<part>.part.mkv` while it is written: a part begins where the tracks, the codec or the size change.
 * - `<file>.json` and `<file>.webm` or `.mp4` when it is finished: made of the parts of one person and kind, which then go.
 * - `spoken`: when who spoke, a line of JSON each (spoken-file.ts).
 * - `<film>.mp4`, `<film>.film` and the folder `<film>.making`: a film of the recording (film-folder.ts).
 * - `result.json`: how it ended. Without it the recording is being made or was left behind.
 */
export const RecordingNoteSchema = Type.Object({
  startedAt: Type.String(),
  installationId: Type.Optional(InstallationIdSchema),
});
export type RecordingNote = Static<typeof RecordingNoteSchema>;
const PartNoteSchema = Type.Intersect([
  Type.Pick(RecordedFileSchema, ['fileId', 'party', 'source', 'startedAt', 'offsetMs', 'present', 'shown']),
  Type.Object({
    /** The file was made of these, which may still be there. */
    joined: Type.Optional(Type.Array(RecordingFileIdSchema)),
  }),
]);
export type PartNote = Static<typeof PartNoteSchema>;

export const PART_ENDING = '.part.mkv';
export const FILE_ENDINGS = ['.webm', '.mp4'] as const;
export type FileEnding = (typeof FILE_ENDINGS)[number];
export const NOTE = 'recording.json';
export const RESULT = 'result.json';
const SPOKEN = 'spoken';
export const LEASE = 'lease';
/** In the order in which they may be removed: a file goes before what tells of it. */
const FINISHED_ENDINGS = ['.webm', '.mp4', PART_ENDING, SPOKEN, '.film', '.json'] as const;

const notes = Compile(RecordingNoteSchema);
const partNotes = Compile(PartNoteSchema);
const results = Compile(RecordingResultSchema);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null for a name that is no recording's. */
export const recordingIdOf = (name: string): RecordingId | null =>
  UUID.test(name) ? (name as RecordingId) : null;

/** One recording's folder. */
export class RecordingFolder {
  readonly recordingId: RecordingId;
  readonly path: string;

  constructor(root: string, recordingId: RecordingId) {
    this.recordingId = recordingId;
    this.path = join(root, recordingId);
  }

  /** Fails if the folder exists or cannot be created. */
  async create(note: RecordingNote): Promise<void> {
    await mkdir(this.path, { mode: 0o750 });
    await writeJsonFile(join(this.path, NOTE), note);
  }

  readonly note = () => readJsonFile(join(this.path, NOTE), notes);
  readonly result = () => readJsonFile(join(this.path, RESULT), results);
  readonly writeResult = (result: RecordingResult) => writeJsonFile(join(this.path, RESULT), result);
  readonly writePartNote = (note: PartNote) => writeJsonFile(join(this.path, `${note.fileId}.json`), note);

  get spokenPath(): string {
    return join(this.path, SPOKEN);
  }

  partPath(fileId: RecordingFileId): string {
    return join(this.path, `${fileId}${PART_ENDING}`);
  }

  /** Files that were begun, oldest first. */
  async partNotes(): Promise<PartNote[]> {
    const names = (await this.#names()).filter(
      (name) => name.endsWith('.json') && name !== NOTE && name !== RESULT,
    );
    const found = await Promise.all(names.map((name) => readJsonFile(join(this.path, name), partNotes)));
    return found.flatMap((note) => note ?? []).sort((one, other) => one.offsetMs - other.offsetMs);
  }

  /** The path of a readable file; null if there is none. */
  async mediaPath(fileId: RecordingFileId | FilmId): Promise<string | null> {
    const names = await this.#names();
    const candidates = [...FILE_ENDINGS, PART_ENDING].map((ending) => `${fileId}${ending}`);
    const name = candidates.find((candidate) => names.includes(candidate));
    return name === undefined ? null : join(this.path, name);
  }

  /** Where a file is written before it takes its place; its name tells its ending. */
  temporaryPath(fileId: RecordingFileId, ending: FileEnding): string {
    return join(this.path, `${fileId}${ending}${TEMPORARY}`);
  }

  /** Puts a file that was written, and whose note says so, into its place; without effect where that was done. */
  async place(fileId: RecordingFileId): Promise<void> {
    const names = await this.#names();
    for (const ending of FILE_ENDINGS) {
      const name = `${fileId}${ending}`;
      if (names.includes(`${name}${TEMPORARY}`))
        await rename(join(this.path, `${name}${TEMPORARY}`), join(this.path, name));
    }
  }

  async removePart(fileId: RecordingFileId): Promise<void> {
    const endings = ['.json', PART_ENDING, ...FILE_ENDINGS];
    // The note goes last: without it nobody would look for the rest.
    for (const ending of endings.toReversed())
      await rm(join(this.path, `${fileId}${ending}`), { force: true });
  }

  /** Everything that is not being made, in the order in which it may be removed; what tells of the whole comes last. */
  async finishedNames(): Promise<string[]> {
    const names = (await this.#names()).filter((name) => name !== NOTE && name !== RESULT);
    const ordered = FINISHED_ENDINGS.flatMap((ending) => names.filter((name) => name.endsWith(ending)));
    const last = (await this.#names()).filter((name) => name === NOTE || name === RESULT);
    return [...ordered, ...last];
  }

  /** Removes files, and the folder if nothing else is in it. */
  async removeNames(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.path, name), { force: true });
    const left = (await this.#names()).filter((name) => name !== LEASE);
    if (left.length === 0) await rm(this.path, { recursive: true, force: true });
  }

  /** What was being written when a process died. */
  async removeTemporary(): Promise<void> {
    const names = (await this.#names()).filter((name) => name.endsWith(TEMPORARY));
    for (const name of names) await rm(join(this.path, name), { force: true });
  }

  async remove(): Promise<boolean> {
    const existed = await exists(this.path);
    await rm(this.path, { recursive: true, force: true });
    return existed;
  }

  async #names(): Promise<string[]> {
    return await readdir(this.path).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }
}

const exists = async (path: string): Promise<boolean> =>
  await access(path).then(
    () => true,
    () => false,
  );
