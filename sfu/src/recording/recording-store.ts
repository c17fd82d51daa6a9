import { readdir, stat } from 'node:fs/promises';
import { AppError } from '#protocol/app-error.ts';
import type { InstallationId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import type { SfuPayload, SfuReply } from '#protocol/sfu/contract.ts';
import {
  RECORDED_FILES_A_MESSAGE,
  RECORDED_FILES_MESSAGE_BYTES,
  RECORDING_CHUNK_BYTES,
  RECORDINGS_A_MESSAGE,
  type RecordedFile,
  type RecordingResult,
} from '#protocol/sfu/recording.ts';
import type { RecordingBucket } from './bucket/recording-bucket.ts';
import { freeBytes, type RecordingDisk } from './disk-space.ts';
import { readPiece } from './file-piece.ts';
import { isMissing } from './json-file.ts';
import type { OwnInstallation } from './own-installation.ts';
import { RecordingFolder, type RecordingNote, recordingIdOf } from './recording-folder.ts';

/** Older than anything a server asks for. */
const SETTLED = new Date(0);

/** As many of the first files as a message carries; one at least. */
export function filesOfAMessage(files: readonly RecordedFile[]): RecordedFile[] {
  let bytes = 0;
  const fitting = files.slice(0, RECORDED_FILES_A_MESSAGE).findIndex((file, index) => {
    bytes += JSON.stringify(file).length;
    return index > 0 && bytes > RECORDED_FILES_MESSAGE_BYTES;
  });
  return files.slice(0, fitting === -1 ? RECORDED_FILES_A_MESSAGE : fitting);
}

/**
 * Recordings of the own installation that this node can read: those in its folder and, where nodes share a bucket, those in the
 * bucket. Another installation may share either.
 */
export class RecordingStore {
  readonly #disk: RecordingDisk;
  readonly #installation: OwnInstallation;
  readonly #bucket: RecordingBucket | null;
  /** How often a folder is being read by its paths. */
  readonly #held = new Map<RecordingId, number>();
  /** One at a time per folder. */
  readonly #keeping = new Map<RecordingId, Promise<void>>();

  constructor(disk: RecordingDisk, installation: OwnInstallation, bucket: RecordingBucket | null) {
    this.#disk = disk;
    this.#installation = installation;
    this.#bucket = bucket;
  }

  folder(recordingId: RecordingId): RecordingFolder {
    return new RecordingFolder(this.#disk.root, recordingId);
  }

  /** Throws `recording-storage`. */
  async create(folder: RecordingFolder, installationId: InstallationId | undefined): Promise<void> {
    const { root, minFreeBytes, log } = this.#disk;
    try {
      if (installationId && this.#installation.isOther(installationId))
        throw new Error('the servers belong to another installation than before; restart this media node');
      if ((await freeBytes(root)) < minFreeBytes) throw new AppError('recording-storage');
      await folder.create({ startedAt: new Date().toISOString(), ...(installationId && { installationId }) });
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      log.error({ err: cause, root }, 'nothing can be recorded');
      throw new AppError('recording-storage', { cause });
    }
  }

  /** Of any installation. */
  async note(recordingId: RecordingId): Promise<RecordingNote | null> {
    return (await this.folder(recordingId).note()) ?? (await this.#bucket?.note(recordingId)) ?? null;
  }

  /** Whether its folder belongs to another installation. */
  async isForeign(recordingId: RecordingId): Promise<boolean> {
    const installationId = (await this.folder(recordingId).note())?.installationId;
    return installationId !== undefined && installationId !== (await this.#installation.id());
  }

  /** Null until it is finished. */
  async result(recordingId: RecordingId): Promise<RecordingResult | null> {
    const found = await this.folder(recordingId).result();
    if (found && !(await this.isForeign(recordingId))) return found;
    return (await this.#bucket?.result(recordingId)) ?? null;
  }

  /** Those in the folder of this node, of any installation. */
  async idsInFolder(): Promise<RecordingId[]> {
    const entries = await readdir(this.#disk.root, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => recordingIdOf(name) ?? []);
  }

  async list({ after }: SfuPayload<'recording.list'>): Promise<SfuReply<'recording.list'>> {
    const own = (await this.idsInFolder()).sort().filter((id) => after === undefined || id > after);
    const shared = await this.#bucket?.ids(after);
    const end = shared?.more ? shared.ids.at(-1) : undefined;
    const ids = new Set([...own, ...(shared?.ids ?? []).flatMap((id) => recordingIdOf(id) ?? [])]);
    const sorted = [...ids].sort().filter((id) => end === undefined || id <= end);
    const recordings: SfuReply<'recording.list'>['recordings'] = [];
    for (const recordingId of sorted) {
      if (await this.isForeign(recordingId)) continue;
      if (recordings.length === RECORDINGS_A_MESSAGE) return { recordings, more: true };
      const found = await stat(this.folder(recordingId).path).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      // One in the bucket is settled: its row was written before it.
      recordings.push({ recordingId, changedAt: (found?.mtime ?? SETTLED).toISOString() });
    }
    return { recordings, ...(end !== undefined && { more: true }) };
  }

  /** Throws `not-found`. */
  async files({ recordingId, offset }: SfuPayload<'recording.files'>): Promise<SfuReply<'recording.files'>> {
    const result = await this.result(recordingId);
    if (!result) throw new AppError('not-found');
    return { files: filesOfAMessage(result.files.slice(offset)) };
  }

  /** Throws `not-found`. */
  async read(request: SfuPayload<'recording.read'>): Promise<SfuReply<'recording.read'>> {
    const { recordingId, fileId, offset } = request;
    const length = Math.min(request.length, RECORDING_CHUNK_BYTES);
    const path = await this.folder(recordingId).mediaPath(fileId);
    const bytes =
      (path === null || (await this.isForeign(recordingId)) ? null : await readPiece(path, offset, length)) ??
      (await this.#bucket?.read(recordingId, fileId, offset, length));
    if (!bytes) throw new AppError('not-found');
    return { base64: bytes.toString('base64') };
  }

  /** Writes a file of the bucket to a path. False where the bucket has none. */
  async download(
    recordingId: RecordingId,
    fileId: RecordingFileId,
    path: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    return (await this.#bucket?.download(recordingId, fileId, path, signal)) ?? false;
  }

  /** The paths of a folder's files stay valid until the returned function is called. */
  async hold(recordingId: RecordingId): Promise<() => void> {
    const held = (by: number) => this.#held.set(recordingId, (this.#held.get(recordingId) ?? 0) + by);
    held(1);
    await this.settled(recordingId);
    return () => {
      held(-1);
      if (this.#held.get(recordingId) === 0) this.#held.delete(recordingId);
    };
  }

  /**
   * Moves what is finished of a folder into the bucket, if there is one. Rejects where the bucket does not take it; it stays in the
   * folder then, readable.
   *
   * @param result by default the folder's own
   */
  async keep(recordingId: RecordingId, result: RecordingResult | null = null): Promise<void> {
    const folder = this.folder(recordingId);
    const bucket = this.#bucket;
    if (!bucket) return;
    const before = this.#keeping.get(recordingId)?.catch(() => {});
    const kept = (async () => {
      await before;
      const names = await bucket.keep(folder, result);
      if (!this.#held.has(recordingId)) await folder.removeNames(names);
    })();
    this.#keeping.set(recordingId, kept);
    await kept.finally(() => {
      if (this.#keeping.get(recordingId) === kept) this.#keeping.delete(recordingId);
    });
  }

  /** False where there was nothing of it. */
  async remove(recordingId: RecordingId): Promise<boolean> {
    await this.settled(recordingId);
    const own = await this.folder(recordingId).remove();
    const shared = await this.#bucket?.remove(recordingId);
    return own || shared === true;
  }

  /** From this node's folder. Not while it is held. */
  async removeOwn(recordingId: RecordingId): Promise<void> {
    if (!this.#held.has(recordingId)) await this.folder(recordingId).remove();
  }

  /** Resolves when nothing of the folder is being uploaded. */
  async settled(recordingId: RecordingId): Promise<void> {
    await this.#keeping.get(recordingId)?.catch(() => {});
  }
}
