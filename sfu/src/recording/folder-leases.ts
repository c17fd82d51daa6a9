import type { Logger } from '#platform/log.ts';
import type { RecordingId } from '#protocol/ids.ts';
import { FOLDER_LEASE_RENEW_MS, FolderLease } from './folder-lease.ts';
import type { RecordingFolder } from './recording-folder.ts';

/** The folders that this process writes into, whose leases it renews. */
export class FolderLeases {
  readonly #log: Logger;
  readonly #onLost: (recordingId: RecordingId) => void;
  readonly #leases = new Map<RecordingId, FolderLease>();
  readonly #renewal = setInterval(() => this.#renewAll(), FOLDER_LEASE_RENEW_MS);

  /** @param onLost another process has taken the folder: do not touch its files */
  constructor(log: Logger, onLost: (recordingId: RecordingId) => void) {
    this.#log = log;
    this.#onLost = onLost;
  }

  async take({ recordingId, path }: RecordingFolder): Promise<void> {
    this.#leases.set(recordingId, await FolderLease.take(path));
  }

  release(recordingId: RecordingId): void {
    const lease = this.#leases.get(recordingId);
    this.#leases.delete(recordingId);
    lease?.release().catch((err: unknown) => this.#log.warn({ err, recordingId }, 'lease not released'));
  }

  close(): void {
    clearInterval(this.#renewal);
    for (const recordingId of [...this.#leases.keys()]) this.release(recordingId);
  }

  #renewAll(): void {
    for (const [recordingId, lease] of this.#leases) {
      lease.renew().then(
        (held) => {
          if (held) return;
          this.release(recordingId);
          this.#onLost(recordingId);
        },
        (err: unknown) => this.#log.warn({ err, recordingId }, 'lease not renewed'),
      );
    }
  }
}
