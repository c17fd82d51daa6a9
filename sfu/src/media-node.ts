import type { DtlsParameters } from 'mediasoup/types';
import { createAskNode } from '#platform/ask-node.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { NodeId } from '#protocol/ids.ts';
import { NODE_HEARTBEAT_MS } from '#protocol/limits.ts';
import {
  type NodeHeartbeat,
  SFU_NOTICES_SUBJECT,
  type SfuNotice,
  type SfuPayload,
  type SfuReply,
} from '#protocol/sfu/contract.ts';
import type { JoinReply } from '#protocol/signal/group-call.ts';
import { Films } from './film/films.ts';
import type { Ffmpeg } from './film/run-ffmpeg.ts';
import type { MediaWorker } from './media/media-worker.ts';
import { RoomManager } from './media/room-manager.ts';
import type { RoomSettings } from './media/room-settings.ts';
import { SelfTests } from './media/self-tests.ts';
import { WorkerPool, type WorkerPoolOptions } from './media/worker-pool.ts';
import type { RecordingBucket } from './recording/bucket/recording-bucket.ts';
import { Recordings } from './recording/node-recordings.ts';
import type { OwnInstallation } from './recording/own-installation.ts';

/** What is measured of a node. */
export interface NodeObserver {
  joined(elapsedMs: number): void;
  joinFailed(code: ErrorCode): void;
  notified(notice: SfuNotice): void;
  workerDied(): void;
}

export interface MediaNodeOptions extends Omit<WorkerPoolOptions, 'onChange' | 'onDied'> {
  readonly nodeId: NodeId;
  readonly bus: Bus;
  /** Of this program. */
  readonly version: string;
  readonly roomSettings: RoomSettings;
  /** Whose recordings it looks after. */
  readonly installation: OwnInstallation;
  /** Folder of the recordings, and how many bytes stay free on its disk. */
  readonly recordingsFolder: string;
  readonly recordingsMinFreeBytes: number;
  /** Where recordings are kept; null: in that folder. */
  readonly recordingsBucket: RecordingBucket | null;
  /** Makes films of recordings. */
  readonly ffmpeg: Ffmpeg;
  readonly observer?: NodeObserver;
}

/** Changes within this time share one heartbeat. */
const HEARTBEAT_SETTLE_MS = 50;

/** Workers, rooms and recordings of one process, and the heartbeat that reports them to the servers. */
export class MediaNode {
  readonly rooms: RoomManager;
  readonly recordings: Recordings;
  readonly films: Films;
  readonly #options: MediaNodeOptions;
  readonly #startedAt = new Date().toISOString();
  readonly #selfTests = new SelfTests();
  #pool: WorkerPool | undefined;
  #beating: NodeJS.Timeout | undefined;
  #beatSoon: NodeJS.Timeout | undefined;
  #draining = false;
  #closed = false;

  private constructor(options: MediaNodeOptions) {
    const { nodeId, log } = options;
    const notify = (notice: SfuNotice) => this.#notify(notice);
    this.#options = options;
    this.rooms = new RoomManager({
      nodeId,
      settings: options.roomSettings,
      log,
      workers: () => this.#workers,
      isOpen: () => !this.#draining && !this.#closed,
      notify,
      onChange: () => this.#changed(),
    });
    const disk = { root: options.recordingsFolder, minFreeBytes: options.recordingsMinFreeBytes, log };
    const { installation, recordingsBucket: bucket } = options;
    this.recordings = new Recordings({ ...disk, nodeId, notify, installation, bucket });
    this.films = new Films({
      ...disk,
      ...{ nodeId, notify, bucket, store: this.recordings.store, ffmpeg: options.ffmpeg },
      ask: createAskNode(options.bus),
    });
  }

  /** Fails where a worker cannot be started. */
  static async start(options: MediaNodeOptions): Promise<MediaNode> {
    const node = new MediaNode(options);
    node.#pool = await WorkerPool.start({
      ...options,
      onChange: () => node.#changed(),
      onDied: () => options.observer?.workerDied(),
    });
    node.#beating = setInterval(() => {
      for (const worker of node.#workers) worker.sampleLoad();
      node.#beat();
    }, NODE_HEARTBEAT_MS);
    node.#changed();
    node.recordings.recover();
    return node;
  }

  async join(request: SfuPayload<'room.join'>): Promise<JoinReply> {
    const { observer } = this.#options;
    const begunAt = performance.now();
    try {
      const reply = await this.rooms.join(request);
      observer?.joined(performance.now() - begunAt);
      return reply;
    } catch (error) {
      observer?.joinFailed(errorCodeOf(error));
      throw error;
    }
  }

  /** Throws `forbidden`. */
  async removeRecording(request: SfuPayload<'recording.remove'>): Promise<SfuReply<'recording.remove'>> {
    await this.films.stopIn(request.recordingId);
    return await this.recordings.remove(request);
  }

  /** Throws `media-node-unavailable`, `too-many-requests`, `invalid-media-parameters`. */
  async openSelfTest(dtlsParameters: DtlsParameters): Promise<SfuReply<'selfTest.open'>> {
    if (this.#closed) throw new AppError('media-node-unavailable');
    return await this.#selfTests.open(this.rooms.leastLoaded(), dtlsParameters);
  }

  /**
   * Opens no more rooms. With `moveRooms`, members of existing rooms are told to rebuild elsewhere; their media
   * continues here until they have, or for some seconds.
   */
  drain(moveRooms: boolean): void {
    this.setDraining(true);
    if (!moveRooms) return;
    this.recordings.leaveToOthers();
    this.rooms.moveAll();
  }

  /** Whether new rooms are refused; existing ones continue. */
  setDraining(draining: boolean): void {
    if (this.#draining === draining) return;
    this.#draining = draining;
    const { log } = this.#options;
    log.info({ rooms: this.rooms.size }, draining ? 'node draining' : 'node takes rooms again');
    this.#changed();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#beating);
    clearTimeout(this.#beatSoon);
    this.films.close();
    this.recordings.close();
    this.rooms.close();
    this.#selfTests.close();
    this.#pool?.close();
    this.#notify({ notice: 'node.closed', data: { nodeId: this.#options.nodeId } });
  }

  get heartbeat(): NodeHeartbeat {
    const workers = this.#workers.map((worker) => ({
      pid: worker.pid,
      load: worker.load,
      ...this.rooms.countsOf(worker),
    }));
    const total = workers.reduce((sum, { load }) => sum + load, 0);
    return {
      nodeId: this.#options.nodeId,
      startedAt: this.#startedAt,
      version: this.#options.version,
      draining: this.#draining,
      // A worker that is being replaced carries nothing: its share falls on the others.
      load: workers.length > 0 ? total / workers.length : 1,
      workers,
    };
  }

  get #workers(): MediaWorker[] {
    return this.#pool?.workers ?? [];
  }

  #changed(): void {
    if (this.#closed) return;
    this.#beatSoon ??= setTimeout(() => this.#beat(), HEARTBEAT_SETTLE_MS);
  }

  #beat(): void {
    clearTimeout(this.#beatSoon);
    this.#beatSoon = undefined;
    this.#notify({ notice: 'node.heartbeat', data: this.heartbeat });
  }

  #notify(notice: SfuNotice): void {
    this.#options.observer?.notified(notice);
    this.#options.bus.publish(SFU_NOTICES_SUBJECT, notice);
  }
}
