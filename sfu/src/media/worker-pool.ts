import type { Logger } from '#platform/log.ts';
import { MediaWorker, type MediaWorkerOptions } from './media-worker.ts';

export interface WorkerPoolOptions extends Omit<MediaWorkerOptions, 'port'> {
  readonly workers: number;
  /** Port of the first worker, each further one has the next; 0: any free ones. */
  readonly rtcPort: number;
  readonly log: Logger;
  /** A worker has died or its successor has come. */
  readonly onChange: () => void;
  readonly onDied: () => void;
}

/** Wait before a dead worker is replaced: doubled with each failure in a row. */
const RESTART_MIN_MS = 100;
const RESTART_MAX_MS = 30_000;
/** After this uptime, the next failure starts from the shortest wait again. */
const SOUND_AFTER_MS = 60_000;

interface Slot {
  readonly index: number;
  worker?: MediaWorker | undefined;
  failures: number;
  startedAtMs: number;
  restart?: NodeJS.Timeout;
}

/** The workers of this node, each in its own slot with its own port; a dead one is replaced in its slot. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: readonly Slot[];
  #closed = false;

  private constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.workers }, (_, index) => ({
      index,
      failures: 0,
      startedAtMs: 0,
    }));
  }

  /** Fails if one worker cannot be started, so that a wrong set-up shows at once. */
  static async start(options: WorkerPoolOptions): Promise<WorkerPool> {
    const pool = new WorkerPool(options);
    const started = await Promise.allSettled(pool.#slots.map((slot) => pool.#start(slot)));
    const failed = started.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      pool.close();
      throw failed.reason;
    }
    return pool;
  }

  /** Those alive now. */
  get workers(): MediaWorker[] {
    return this.#slots.flatMap(({ worker }) => worker ?? []);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const slot of this.#slots) {
      clearTimeout(slot.restart);
      slot.worker?.close();
      slot.worker = undefined;
    }
  }

  async #start(slot: Slot): Promise<void> {
    const { rtcPort, log } = this.#options;
    const port = rtcPort === 0 ? 0 : rtcPort + slot.index;
    const worker = await MediaWorker.start({ ...this.#options, port });
    if (this.#closed) return worker.close();
    slot.worker = worker;
    slot.startedAtMs = performance.now();
    worker.onDied(() => this.#replace(slot));
    log.info({ worker: slot.index, workerPid: worker.pid, ...(port !== 0 && { port }) }, 'worker started');
  }

  #replace(slot: Slot): void {
    const { log, onChange, onDied } = this.#options;
    const pid = slot.worker?.pid;
    slot.worker = undefined;
    if (this.#closed) return;
    if (performance.now() - slot.startedAtMs > SOUND_AFTER_MS) slot.failures = 0;
    log.error({ worker: slot.index, workerPid: pid }, 'worker died');
    onDied();
    this.#restartLater(slot);
    onChange();
  }

  #restartLater(slot: Slot): void {
    const waitMs = Math.min(RESTART_MAX_MS, RESTART_MIN_MS * 2 ** slot.failures);
    slot.failures++;
    slot.restart = setTimeout(() => {
      this.#start(slot).then(this.#options.onChange, (err) => {
        if (this.#closed) return;
        this.#options.log.error({ err, worker: slot.index }, 'worker could not be started');
        this.#restartLater(slot);
      });
    }, waitMs);
  }
}
