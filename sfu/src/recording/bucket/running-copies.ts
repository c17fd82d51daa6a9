import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { RecordingId } from '#protocol/ids.ts';
import type { RecordingFolder } from '#sfu/recording/recording-folder.ts';
import { BUCKET_LEASE_RENEW_MS, BucketLease, LeaseWatch } from './bucket-lease.ts';
import { FolderCopy } from './folder-copy.ts';
import type { RecordingBucket } from './recording-bucket.ts';

/** How often the growth of a recording is copied. What a lost node costs is this, half a second of the writer, and the upload. */
const COPY_MS = 4_000;

export interface RunningCopiesOptions {
  readonly bucket: RecordingBucket;
  readonly log: Logger;
  /** Another node has taken the recording: its files are off limits. */
  readonly onLost: (recordingId: RecordingId) => void;
}

interface Running {
  readonly endLease: () => void;
  /** Ends copying; resolves when no file is being read any more. */
  stop(): Promise<void>;
  /** When the bucket last had everything (`performance.now()`). */
  copiedMs: number;
}

/** The recordings that this node writes: copied to the bucket while they grow, under leases that are renewed. */
export class RunningCopies {
  readonly #options: RunningCopiesOptions;
  readonly #running = new Map<RecordingId, Running>();
  readonly #watch: LeaseWatch;

  constructor(options: RunningCopiesOptions) {
    this.#options = options;
    this.#watch = new LeaseWatch(options.bucket.objects);
  }

  /** Recordings that their nodes have left, as those nodes are lost; to be called again and again. */
  async left(): Promise<readonly RecordingId[]> {
    return (await this.#watch.expired()).filter((recordingId) => !this.#running.has(recordingId));
  }

  /** In the background: a bucket that is away holds up no recording. */
  begin(folder: RecordingFolder): void {
    const { bucket, log } = this.#options;
    const { recordingId } = folder;
    const lease = new BucketLease(bucket.objects, recordingId);
    const copy = new FolderCopy(bucket.objects, folder);
    const stopping = new AbortController();
    let last = Promise.resolve();
    let hasBegun = false;
    let isAway = false;
    const run = async (): Promise<void> => {
      if (!hasBegun) await bucket.begin(folder);
      hasBegun = true;
      const startedMs = performance.now();
      await copy.run(stopping.signal);
      if (!stopping.signal.aborted) running.copiedMs = startedMs;
      if (isAway) log.info({ recordingId }, 'recording copied again');
      isAway = false;
    };
    const endCopy = repeatedly({
      everyMs: COPY_MS,
      atOnce: true,
      work: () => {
        last = run().catch((err: unknown) => {
          if (!isAway) log.error({ err, recordingId }, 'recording not copied to the bucket');
          isAway = true;
        });
        return last;
      },
      onError: (err) => log.error({ err, recordingId }, 'recording not copied to the bucket'),
    });
    const running: Running = {
      endLease: this.#renew(recordingId, lease),
      stop: () => {
        endCopy();
        // A bucket that is slower than the recording would never have all of it.
        stopping.abort();
        return last;
      },
      copiedMs: performance.now(),
    };
    this.#running.set(recordingId, running);
  }

  /** Takes a recording that another node has left. False where a third one was faster. */
  async take(recordingId: RecordingId): Promise<boolean> {
    const lease = new BucketLease(this.#options.bucket.objects, recordingId);
    if (!(await lease.take())) return false;
    const endLease = this.#renew(recordingId, lease);
    this.#running.set(recordingId, { endLease, stop: async () => {}, copiedMs: performance.now() });
    return true;
  }

  /** Its files change in other ways from now on; the lease is kept. */
  async stop(recordingId: RecordingId): Promise<void> {
    await this.#running.get(recordingId)?.stop();
  }

  end(recordingId: RecordingId): void {
    const running = this.#running.get(recordingId);
    this.#running.delete(recordingId);
    running?.endLease();
    void running?.stop();
  }

  /** For how long the bucket has not had all of a recording, in ms: the longest. */
  get delayMs(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#running.values()].map(({ copiedMs }) => now - copiedMs));
  }

  close(): void {
    for (const recordingId of [...this.#running.keys()]) this.end(recordingId);
  }

  #renew(recordingId: RecordingId, lease: BucketLease): () => void {
    const { log, onLost } = this.#options;
    return repeatedly({
      everyMs: BUCKET_LEASE_RENEW_MS,
      atOnce: true,
      work: async () => {
        if ((await lease.renew()) || !this.#running.has(recordingId)) return;
        this.end(recordingId);
        onLost(recordingId);
      },
      onError: (err) => log.debug({ err, recordingId }, 'lease in the bucket not renewed'),
    });
  }
}
