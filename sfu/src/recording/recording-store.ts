import { open, readdir, stat } from 'node:fs/promises';
import { AppError } from '#protocol/app-error.ts';
import type { InstallationId, RecordingId } from '#protocol/ids.ts';
import type { SfuPayload, SfuReply } from '#protocol/sfu/contract.ts';
import {
  RECORDED_FILES_A_MESSAGE,
  RECORDED_FILES_MESSAGE_BYTES,
  RECORDING_CHUNK_BYTES,
  RECORDINGS_A_MESSAGE,
  type RecordedFile,
} from '#protocol/sfu/recording.ts';
import { freeBytes, type RecordingDisk } from './disk-space.ts';
import { isMissing } from './json-file.ts';
import { RecordingFolder } from './recording-folder.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As many of the first files as a message carries; one at least. */
export function filesOfAMessage(files: readonly RecordedFile[]): RecordedFile[] {
  let bytes = 0;
  const fitting = files.slice(0, RECORDED_FILES_A_MESSAGE).findIndex((file, index) => {
    bytes += JSON.stringify(file).length;
    return index > 0 && bytes > RECORDED_FILES_MESSAGE_BYTES;
  });
  return files.slice(0, fitting === -1 ? RECORDED_FILES_A_MESSAGE : fitting);
}

/** The recordings on this node's disk. */
export class RecordingStore {
  readonly #disk: RecordingDisk;

  constructor(disk: RecordingDisk) {
    this.#disk = disk;
  }

  folder(recordingId: RecordingId): RecordingFolder {
    return new RecordingFolder(this.#disk.root, recordingId);
  }

  /** Throws `recording-storage`. */
  async create(folder: RecordingFolder, installationId: InstallationId | undefined): Promise<void> {
    const { root, minFreeBytes, log } = this.#disk;
    try {
      if ((await freeBytes(root)) < minFreeBytes) throw new AppError('recording-storage');
      await folder.create({ startedAt: new Date().toISOString(), ...(installationId && { installationId }) });
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      log.error({ err: cause, root }, 'nothing can be recorded');
      throw new AppError('recording-storage', { cause });
    }
  }

  async ids(): Promise<RecordingId[]> {
    const entries = await readdir(this.#disk.root, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return entries
      .filter((entry) => entry.isDirectory() && UUID.test(entry.name))
      .map(({ name }) => name as RecordingId);
  }

  async list({ after }: SfuPayload<'recording.list'>): Promise<SfuReply<'recording.list'>> {
    const ids = (await this.ids()).sort().filter((id) => after === undefined || id > after);
    const recordings: SfuReply<'recording.list'>['recordings'] = [];
    for (const recordingId of ids.slice(0, RECORDINGS_A_MESSAGE)) {
      const found = await stat(this.folder(recordingId).path).catch((error: unknown) => {
        // Removed meanwhile.
        if (isMissing(error)) return null;
        throw error;
      });
      if (found) recordings.push({ recordingId, changedAt: found.mtime.toISOString() });
    }
    return { recordings, ...(ids.length > RECORDINGS_A_MESSAGE && { more: true as const }) };
  }

  /** Throws `not-found`. */
  async files({ recordingId, offset }: SfuPayload<'recording.files'>): Promise<SfuReply<'recording.files'>> {
    const result = await this.folder(recordingId).result();
    if (!result) throw new AppError('not-found');
    return { files: filesOfAMessage(result.files.slice(offset)) };
  }

  /** Throws `not-found`. */
  async read({
    recordingId,
    fileId,
    offset,
    length,
  }: SfuPayload<'recording.read'>): Promise<SfuReply<'recording.read'>> {
    const path = await this.folder(recordingId).mediaPath(fileId);
    if (path === null) throw new AppError('not-found');
    const file = await open(path, 'r').catch((error: unknown) => {
      throw isMissing(error) ? new AppError('not-found', { cause: error }) : error;
    });
    try {
      const bytes = Buffer.allocUnsafe(Math.min(length, RECORDING_CHUNK_BYTES));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return { base64: bytes.toString('base64', 0, bytesRead) };
    } finally {
      await file.close();
    }
  }
}
