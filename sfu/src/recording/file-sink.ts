import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** Bytes that are written at once; smaller writes wait, because each has a cost. */
const WRITE_BYTES = 64 * 1024;
/** Data that has waited this long is written, however little it is. This is what a killed process loses. */
const WRITE_MS = 500;
/** Sync interval: at most this much is lost when the machine fails. */
const SYNC_MS = 5_000;

/** Why files are left as they are: this process ends, or another one has taken them. */
export type AbandonReason = 'process-ends' | 'taken-over';

/** Appends to a file in the background, in order. Fails once, with the first error, and takes nothing more then. */
export class FileSink {
  readonly #file: FileHandle;
  readonly #onFailed: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Handed to the disk and not yet taken. */
  #inFlight: readonly Uint8Array[] = [];
  /** Bytes that the file has, up to the end of a whole element. */
  #written = 0;
  #lastSyncMs = performance.now();
  #failed: Error | undefined;
  #closed = false;

  constructor(file: FileHandle, onFailed: (error: Error) => void) {
    this.#file = file;
    this.#onFailed = onFailed;
    this.#timer = setInterval(() => this.#write(), WRITE_MS);
  }

  /** Resolves when there is space for more: a disk that is slower than the media holds up the writer. @param bytes which stay as they are */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#failed) throw this.#failed;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes < WRITE_BYTES) return;
    this.#write();
    await this.#writing;
  }

  /** Waits until everything is on the disk. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    this.#write();
    await this.#writing;
    await this.#file.datasync().catch((error: unknown) => this.#fail(error));
    await this.#file.close();
  }

  /** Stops. What waits is written before the process ends, which leaves no time for anything else, and not to a file of another's. */
  abandon(why: AbandonReason): void {
    if (this.#closed || this.#failed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = [];
    if (why === 'taken-over') {
      // Nothing depends on the file any more.
      void this.#writing.then(() => this.#file.close()).catch(() => {});
      return;
    }
    if (this.#inFlight.length > 0) return;
    for (const bytes of waiting) writeSync(this.#file.fd, bytes);
  }

  #write(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#writing = this.#writing.then(() => this.#writeNow(waiting));
  }

  async #writeNow(parts: readonly Uint8Array[]): Promise<void> {
    if (this.#failed) return;
    let written = 0;
    try {
      this.#inFlight = parts;
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      while (written < bytes) {
        const { bytesWritten } = await this.#file.writev(after(parts, written));
        written += bytesWritten;
      }
      this.#written += written;
      this.#inFlight = [];
      if (parts.length === 0 || performance.now() - this.#lastSyncMs < SYNC_MS) return;
      this.#lastSyncMs = performance.now();
      await this.#file.datasync();
    } catch (error) {
      if (this.#inFlight.length > 0) await this.#cutOff(parts, written);
      this.#fail(error);
    }
  }

  /** With half an element at the end, readers would lose the whole cluster around it. */
  async #cutOff(parts: readonly Uint8Array[], written: number): Promise<void> {
    let whole = 0;
    for (const { length } of parts) {
      if (whole + length > written) break;
      whole += length;
    }
    // If the disk refuses this too, the reason has already been reported.
    await this.#file.truncate(this.#written + whole).catch(() => {});
  }

  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = error instanceof Error ? error : new Error(String(error));
    this.#inFlight = [];
    this.#onFailed(this.#failed);
  }
}

/** What is left of them after their first bytes. */
function after(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const left = [...parts];
  let skipped = bytes;
  for (let first = left[0]; first !== undefined && skipped > 0; first = left[0]) {
    if (first.length > skipped) left[0] = first.subarray(skipped);
    else left.shift();
    skipped -= Math.min(skipped, first.length);
  }
  return left;
}
