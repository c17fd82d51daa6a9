import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { RecordingId } from '#protocol/ids.ts';
import { isMissing } from './json-file.ts';
import { LEASE, type RecordingFolder } from './recording-folder.ts';

/** A lease that was not renewed for this long has expired: its process is dead, or cut off from the disk. */
export const FOLDER_LEASE_MS = 8_000;
const FOLDER_LEASE_RENEW_MS = 2_000;

/** Any content will do: writing sets the file's time. */
const LEASE_TEXT = '.';
const EXPIRED = new Date(0);

/**
 * The right to write into a recording's folder. Several media nodes may share a disk, and in containers neither host names
 * nor process ids tell them apart. So the holder touches a file, whose time comes from the disk and not from a host.
 */
class FolderLease {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #inode: number;
  #released = false;
  #renewedMs = performance.now();

  private constructor(path: string, file: FileHandle, inode: number) {
    this.#path = path;
    this.#file = file;
    this.#inode = inode;
  }

  /** Takes the folder from its last holder; they notice at their next renewal. */
  static async take(folder: string): Promise<FolderLease> {
    const path = join(folder, LEASE);
    const temporary = `${path}.${randomUUID()}.tmp`;
    const file = await open(temporary, 'wx', 0o640);
    try {
      await file.writeFile(LEASE_TEXT);
      await rename(temporary, path);
      return new FolderLease(path, file, (await file.stat()).ino);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** False where another process has taken the folder meanwhile. */
  async renew(): Promise<boolean> {
    if (this.#released) return true;
    const nowMs = performance.now();
    await this.#file.write(LEASE_TEXT, 0);
    const isHeld = await this.#isHeld();
    if (isHeld) this.#renewedMs = nowMs;
    return isHeld;
  }

  /** No other process has been able to take the folder. Unsure, and so false, after this one was suspended. */
  get isSure(): boolean {
    return !this.#released && performance.now() - this.#renewedMs < FOLDER_LEASE_MS;
  }

  /** Releases the folder: another process may take it at once. Can be called twice. */
  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    await this.#file.close();
    if (await this.#isHeld()) await utimes(this.#path, EXPIRED, EXPIRED);
  }

  async #isHeld(): Promise<boolean> {
    try {
      return (await stat(this.#path)).ino === this.#inode;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }
}

/** The folders that this process writes into, whose leases it renews. */
export class FolderLeases {
  readonly #log: Logger;
  readonly #onLost: (recordingId: RecordingId) => void;
  readonly #leases = new Map<RecordingId, FolderLease>();
  readonly #stopRenewing: () => void;

  /** @param onLost another process has taken the folder: do not touch its files */
  constructor(log: Logger, onLost: (recordingId: RecordingId) => void) {
    this.#log = log;
    this.#onLost = onLost;
    this.#stopRenewing = repeatedly({
      everyMs: FOLDER_LEASE_RENEW_MS,
      work: () => this.#renewAll(),
      onError: (err) => log.warn({ err }, 'leases not renewed'),
    });
  }

  async take({ recordingId, path }: RecordingFolder): Promise<void> {
    this.#leases.set(recordingId, await FolderLease.take(path));
  }

  /** As `FolderLease.isSure`. */
  isSure(recordingId: RecordingId): boolean {
    return this.#leases.get(recordingId)?.isSure ?? false;
  }

  release(recordingId: RecordingId): void {
    const lease = this.#leases.get(recordingId);
    this.#leases.delete(recordingId);
    lease?.release().catch((err: unknown) => this.#log.warn({ err, recordingId }, 'lease not released'));
  }

  close(): void {
    this.#stopRenewing();
    for (const recordingId of [...this.#leases.keys()]) this.release(recordingId);
  }

  async #renewAll(): Promise<void> {
    await Promise.all([...this.#leases].map(([recordingId, lease]) => this.#renew(recordingId, lease)));
  }

  async #renew(recordingId: RecordingId, lease: FolderLease): Promise<void> {
    try {
      if (await lease.renew()) return;
    } catch (err) {
      this.#log.warn({ err, recordingId }, 'lease not renewed');
      return;
    }
    this.release(recordingId);
    this.#onLost(recordingId);
  }
}

/**
 * Whether a process writes into the folder: its lease was renewed recently. Folders from before there were leases are
 * judged by their newest file.
 */
export async function isFolderInUse(root: string, folder: string): Promise<boolean> {
  const touchedMs = (await modifiedMs(join(folder, LEASE))) ?? (await newestMs(folder));
  return (await nowOnDisk(root)) - touchedMs < FOLDER_LEASE_MS;
}

async function modifiedMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function newestMs(folder: string): Promise<number> {
  const names = await readdir(folder);
  const times = await Promise.all(names.map((name) => modifiedMs(join(folder, name))));
  return Math.max(0, ...times.map((time) => time ?? 0));
}

/** By the clock that sets the times of files, which on a network disk is another host's. */
async function nowOnDisk(root: string): Promise<number> {
  const path = join(root, `.clock-${randomUUID()}`);
  const file = await open(path, 'wx');
  try {
    return (await file.stat()).mtimeMs;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
