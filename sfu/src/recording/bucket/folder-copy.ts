import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPiece } from '#sfu/recording/file-piece.ts';
import type { RecordingFolder } from '#sfu/recording/recording-folder.ts';
import type { Bucket } from './bucket.ts';
import { COPIED_NAME, type CopiedPiece, copyKey, encodePieces } from './copy-format.ts';

/** Bytes of one object of the copy: what is held in memory of one recording. */
const OBJECT_BYTES = 8 * 1024 * 1024;

/** Copies a folder that is being written to a bucket. Each run adds an object with what the files gained since the last run. */
export class FolderCopy {
  readonly #bucket: Pick<Bucket, 'put'>;
  readonly #folder: RecordingFolder;
  /** Bytes of each file that are copied. */
  readonly #copied = new Map<string, number>();
  #next = 0;

  constructor(bucket: Pick<Bucket, 'put'>, folder: RecordingFolder) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  /** What could not be copied is copied by the next run. Ends early, after the object that is on its way, when the signal says so. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pieces = await this.#gained();
      if (pieces.length === 0) return;
      await this.#bucket.put(copyKey(this.#folder.recordingId, this.#next), encodePieces(pieces));
      this.#next++;
      for (const { name, offset, bytes } of pieces) this.#copied.set(name, offset + bytes.length);
    }
  }

  /** As much as one object takes. */
  async #gained(): Promise<CopiedPiece[]> {
    const pieces: CopiedPiece[] = [];
    let left = OBJECT_BYTES;
    for (const name of (await readdir(this.#folder.path)).sort()) {
      if (left === 0) break;
      if (!COPIED_NAME.test(name)) continue;
      const offset = this.#copied.get(name) ?? 0;
      const path = join(this.#folder.path, name);
      const { size } = await stat(path);
      if (size <= offset) continue;
      const bytes = await readPiece(path, offset, Math.min(size - offset, left));
      if (!bytes) continue;
      left -= bytes.length;
      pieces.push({ name, offset, bytes });
    }
    return pieces;
  }
}
