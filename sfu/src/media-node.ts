import { setTimeout as sleep } from 'node:timers/promises';
import type { DtlsParameters, WebRtcTransport } from 'mediasoup/types';
import type { Bus } from '#platform/bus/bus.ts';
import { expectedLoad } from '#platform/media-load.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MemberId, NodeId, RoomId } from '#protocol/ids.ts';
import {
  isLasting,
  type NodeHeartbeat,
  type RoomListed,
  SFU_HEARTBEAT_MS,
  SFU_NOTICES_SUBJECT,
  type SfuNotice,
  type SfuRequests,
} from '#protocol/sfu/contract.ts';
import type { JoinReply } from '#protocol/signal/group-call.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import { Departures } from './media/departures.ts';
import type { MediaWorker } from './media/media-worker.ts';
import { Room, type RoomSettings } from './media/room.ts';
import { RoomState } from './media/room-state.ts';
import { SelfTests, type SelfTestTransports } from './media/self-tests.ts';
import { WorkerPool, type WorkerPoolOptions } from './media/worker-pool.ts';
import { Recordings } from './recording/node-recordings.ts';

/** What is measured of a node. */
export interface NodeObserver {
  joined(elapsedMs: number): void;
  joinFailed(code: ErrorCode): void;
  said(notice: SfuNotice): void;
  workerDied(): void;
}

export interface MediaNodeOptions extends Omit<WorkerPoolOptions, 'onChange' | 'onDied'> {
  readonly nodeId: NodeId;
  readonly bus: Bus;
  readonly roomSettings: RoomSettings;
  /** Where recordings lie, and how many bytes stay free on that disk. */
  readonly recordingsFolder: string;
  readonly recordingsMinFreeBytes: number;
  readonly observer?: NodeObserver;
}

/** A room that this node has, or is opening, under a lease. */
interface Placement {
  readonly roomId: RoomId;
  readonly fence: number;
  readonly worker: MediaWorker;
  readonly opening: Promise<Room>;
  /** Undefined until it is open. */
  room?: Room;
  /** Lasting notices sent to each member. */
  readonly noticesSent: Map<MemberId, number>;
}

/** How long a lease that was given back is refused: enough time for its last join to arrive. */
const RETURNED_LEASE_KEPT_MS = 60_000;
/** How long the state of a room whose worker has died waits for its members, who are told to come back at once. */
const ORPHANED_STATE_KEPT_MS = 60_000;
/** How long the members of a room that moves have to join elsewhere before their media ends here. */
const MOVE_GRACE_MS = 10_000;
const EMPTIED_CHECK_MS = 100;
/** Changes that come together are announced together. */
const HEARTBEAT_SETTLE_MS = 50;

/** The rooms of this node on its workers, and what the servers hear of them. */
export class MediaNode {
  readonly recordings: Recordings;
  readonly #options: MediaNodeOptions;
  readonly #startedAt = new Date().toISOString();
  readonly #placements = new Map<RoomId, Placement>();
  /** Rooms whose members have been told to rebuild elsewhere, while their media continues here. */
  readonly #moved = new Set<Placement>();
  /** Fences of rooms that `room.emptied` has told of. */
  readonly #returnedLeases = new Map<RoomId, number>();
  /** Of rooms whose worker has died, for the next room under the same lease. */
  readonly #orphanedStates = new Map<RoomId, { readonly fence: number; readonly state: RoomState }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #selfTests = new SelfTests();
  readonly #departures = new Departures();
  #pool: WorkerPool | undefined;
  #beating: NodeJS.Timeout | undefined;
  #beatSoon: NodeJS.Timeout | undefined;
  #draining = false;
  #closed = false;

  private constructor(options: MediaNodeOptions) {
    this.#options = options;
    this.recordings = new Recordings({
      nodeId: options.nodeId,
      root: options.recordingsFolder,
      minFreeBytes: options.recordingsMinFreeBytes,
      log: options.log,
      notify: (notice) => this.#notify(notice),
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
    }, SFU_HEARTBEAT_MS);
    node.#changed();
    node.recordings.recover().catch((err: unknown) => options.log.error({ err }, 'recordings not recovered'));
    return node;
  }

  async join(request: PayloadOf<SfuRequests, 'room.join'>): Promise<JoinReply> {
    const { observer } = this.#options;
    const begunAt = performance.now();
    try {
      const placement = this.#place(request.roomId, request.fence);
      // Without a pause where there need be none: a leave right behind must find the join begun.
      const reply = await (placement.room ?? (await placement.opening)).join(request);
      observer?.joined(performance.now() - begunAt);
      return reply;
    } catch (error) {
      observer?.joinFailed(error instanceof AppError ? error.code : 'internal-error');
      throw error;
    }
  }

  /** Idempotent: unknown rooms and members are ignored. */
  async leave({
    roomId,
    memberId,
    reason,
  }: PayloadOf<SfuRequests, 'room.leave'>): Promise<ReplyOf<SfuRequests, 'room.leave'>> {
    const placement = this.#placements.get(roomId);
    // Behind the joins that wait for the room to open; one that fails to open has no members.
    const room = placement?.room ?? (await placement?.opening.catch(() => undefined));
    room?.leave(memberId, reason);
    const measured = await this.#departures.of(memberId);
    return measured ? { measured } : {};
  }

  /** Throws `not-in-room` where the node has no such room. */
  room(roomId: RoomId): Room {
    const room = this.#placements.get(roomId)?.room;
    if (!room) throw new AppError('not-in-room');
    return room;
  }

  /** Those that are open. */
  get rooms(): Room[] {
    return [...this.#placements.values()].flatMap(({ room }) => room ?? []);
  }

  /** Process id of the worker that has the room; undefined where the node has no such room. */
  workerOf(roomId: RoomId): number | undefined {
    return this.#placements.get(roomId)?.worker.pid;
  }

  /** Throws `media-node-unavailable`, `too-many-requests`, `invalid-media-parameters`. */
  async openSelfTest(dtlsParameters: DtlsParameters): Promise<SelfTestTransports> {
    const worker = this.#leastLoaded();
    if (!worker || this.#closed) throw new AppError('media-node-unavailable');
    return await this.#selfTests.open(worker, dtlsParameters);
  }

  /**
   * Opens no more rooms. With `moveRooms`, members of existing rooms are told to rebuild elsewhere; their media
   * continues here until they have, or for `MOVE_GRACE_MS`.
   */
  drain(moveRooms: boolean): void {
    this.setDraining(true);
    if (!moveRooms) return;
    for (const placement of [...this.#placements.values()]) this.#move(placement);
  }

  /** Whether new rooms are refused; those there are not touched. */
  setDraining(draining: boolean): void {
    if (this.#draining === draining) return;
    this.#draining = draining;
    const { log } = this.#options;
    log.info({ rooms: this.#placements.size }, draining ? 'node draining' : 'node takes rooms again');
    this.#changed();
  }

  /** Resolves when the members of all rooms that were moved away have closed their connections here. */
  async emptied(): Promise<void> {
    const isLeft = ({ room }: Placement) =>
      !room || room.peers.every(({ transports }) => !transports.some(isConnected));
    while (![...this.#moved].every(isLeft)) await sleep(EMPTIED_CHECK_MS);
  }

  list(): RoomListed[] {
    return [...this.#placements.values()].map(({ roomId, fence, room, noticesSent }) => ({
      roomId,
      fence,
      members: (room?.peers ?? []).map(({ memberId }) => ({
        memberId,
        noticesSent: noticesSent.get(memberId) ?? 0,
      })),
    }));
  }

  /** The lease was replaced or removed: the members are told to rebuild under the present one. */
  release(roomId: RoomId, fence: number): void {
    const placement = this.#placements.get(roomId);
    if (placement?.fence !== fence) return;
    this.#options.log.warn({ roomId, fence }, 'room given up: its lease is not held any more');
    this.#keepReturnedLease(roomId, fence);
    this.#move(placement);
    this.#changed();
  }

  /** The members are told to rebuild elsewhere; their media continues here until they have, or for `MOVE_GRACE_MS`. */
  #move(placement: Placement): void {
    this.#placements.delete(placement.roomId);
    this.#notify({
      notice: 'room.lost',
      data: { nodeId: this.#options.nodeId, roomId: placement.roomId, reason: 'node-draining' },
    });
    this.#moved.add(placement);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#moved.delete(placement);
      closeWhenOpen(placement);
    }, MOVE_GRACE_MS);
    this.#timers.add(timer);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#beating);
    clearTimeout(this.#beatSoon);
    for (const timer of this.#timers) clearTimeout(timer);
    this.recordings.close();
    for (const placement of this.#placements.values()) closeWhenOpen(placement);
    this.#placements.clear();
    this.#selfTests.close();
    this.#departures.close();
    this.#pool?.close();
    this.#notify({ notice: 'node.closed', data: { nodeId: this.#options.nodeId } });
  }

  get #workers(): MediaWorker[] {
    return this.#pool?.workers ?? [];
  }

  /** The room under that lease; opened if need be. Synchronous, so that two joins at once find the same one. */
  #place(roomId: RoomId, fence: number): Placement {
    const existing = this.#placements.get(roomId);
    if (existing?.fence === fence) return existing;
    if (existing && existing.fence > fence) throw new AppError('conflict');
    if (fence <= (this.#returnedLeases.get(roomId) ?? 0)) throw new AppError('conflict');
    if (this.#draining || this.#closed) throw new AppError('media-node-unavailable');
    const worker = this.#leastLoaded();
    if (!worker) throw new AppError('media-node-unavailable');
    if (existing) {
      // The server that took the newer lease has told the members of the old room to rebuild.
      this.#options.log.info({ roomId, fence: existing.fence }, 'room replaced under a newer lease');
      closeWhenOpen(existing);
    }
    const placement: Placement = {
      roomId,
      fence,
      worker,
      opening: this.#open(roomId, fence, worker),
      noticesSent: new Map(),
    };
    this.#placements.set(roomId, placement);
    this.#changed();
    placement.opening.then(
      (room) => {
        placement.room = room;
      },
      (err) => {
        this.#options.log.error({ err, roomId }, 'room could not be opened');
        this.#forget(placement);
      },
    );
    return placement;
  }

  async #open(roomId: RoomId, fence: number, worker: MediaWorker): Promise<Room> {
    const { nodeId, roomSettings: settings } = this.#options;
    const log = this.#options.log.child({ roomId });
    const forget = () => {
      const placement = this.#placements.get(roomId);
      if (placement?.fence === fence) this.#forget(placement);
    };
    const state = this.#takeOrphanedState(roomId, fence) ?? new RoomState();
    try {
      const room = await Room.open({
        roomId,
        worker,
        settings,
        state,
        log,
        notify: (to, say) => {
          if (isLasting(say)) this.#countNotice(roomId, to);
          this.#notify({ notice: 'room.said', data: { roomId, to: [...to], say } });
        },
        onLeft: (memberId, measured) => {
          this.#placements.get(roomId)?.noticesSent.delete(memberId);
          this.#departures.add(memberId, measured);
        },
        onMemberLost: (memberId) =>
          this.#notify({ notice: 'room.memberLost', data: { nodeId, roomId, memberId } }),
        onMemberRemoved: (memberId) =>
          this.#notify({ notice: 'room.memberRemoved', data: { nodeId, roomId, memberId } }),
        onEmptied: () => {
          forget();
          log.info('room emptied');
          this.#keepReturnedLease(roomId, fence);
          this.#notify({ notice: 'room.emptied', data: { nodeId, roomId, fence } });
        },
        onLost: () => {
          // The node ends its workers itself then, and says so of all rooms at once.
          if (this.#closed) return;
          forget();
          this.#keepOrphanedState(roomId, fence, state);
          log.error({ workerPid: worker.pid }, 'room lost with its worker');
          this.#notify({ notice: 'room.lost', data: { nodeId, roomId, reason: 'worker-died' } });
        },
      });
      log.info({ workerPid: worker.pid, fence }, 'room opened');
      return room;
    } catch (cause) {
      throw new AppError('media-node-unavailable', { cause });
    }
  }

  #countNotice(roomId: RoomId, to: Iterable<MemberId>): void {
    const sent = this.#placements.get(roomId)?.noticesSent;
    for (const memberId of to) sent?.set(memberId, (sent.get(memberId) ?? 0) + 1);
  }

  #forget(placement: Placement): void {
    if (this.#placements.get(placement.roomId) !== placement) return;
    this.#placements.delete(placement.roomId);
    this.#changed();
  }

  /** A join may be on its way under the lease that a server is about to give back; it must not open the room again. */
  #keepReturnedLease(roomId: RoomId, fence: number): void {
    this.#returnedLeases.set(roomId, fence);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#returnedLeases.get(roomId) === fence) this.#returnedLeases.delete(roomId);
    }, RETURNED_LEASE_KEPT_MS);
    this.#timers.add(timer);
  }

  #keepOrphanedState(roomId: RoomId, fence: number, state: RoomState): void {
    const orphaned = { fence, state };
    // The recorder has lost its room too, and starts over.
    state.recordedByServer = false;
    this.#orphanedStates.set(roomId, orphaned);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#orphanedStates.get(roomId) === orphaned) this.#orphanedStates.delete(roomId);
    }, ORPHANED_STATE_KEPT_MS);
    this.#timers.add(timer);
  }

  #takeOrphanedState(roomId: RoomId, fence: number): RoomState | undefined {
    const orphaned = this.#orphanedStates.get(roomId);
    this.#orphanedStates.delete(roomId);
    return orphaned?.fence === fence ? orphaned.state : undefined;
  }

  #leastLoaded(): MediaWorker | undefined {
    const loads = this.#workers.map((worker) => ({
      worker,
      load: expectedLoad(worker.load, [this.#countsOf(worker)]),
    }));
    return loads.sort((one, other) => one.load - other.load)[0]?.worker;
  }

  #countsOf(worker: MediaWorker): { rooms: number; consumers: number } {
    const own = [...this.#placements.values()].filter((placement) => placement.worker === worker);
    const consumers = own.reduce((sum, { room }) => sum + (room?.consumerCount ?? 0), 0);
    return { rooms: own.length, consumers };
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

  get heartbeat(): NodeHeartbeat {
    const workers = this.#workers.map((worker) => ({
      pid: worker.pid,
      load: worker.load,
      ...this.#countsOf(worker),
    }));
    const total = workers.reduce((sum, { load }) => sum + load, 0);
    return {
      nodeId: this.#options.nodeId,
      startedAt: this.#startedAt,
      draining: this.#draining,
      // A worker that is being replaced carries nothing: its share falls on the others.
      load: workers.length > 0 ? total / workers.length : 1,
      workers,
    };
  }

  #notify(notice: SfuNotice): void {
    this.#options.observer?.said(notice);
    this.#options.bus.publish(SFU_NOTICES_SUBJECT, notice);
  }
}

const isConnected = ({ closed, iceState }: WebRtcTransport): boolean =>
  !closed && (iceState === 'connected' || iceState === 'completed');

/** A room that is still being opened is closed as soon as it is there; one that fails to open needs no closing. */
function closeWhenOpen({ opening, room }: Placement): void {
  if (room) room.close();
  else {
    opening.then(
      (opened) => opened.close(),
      () => {},
    );
  }
}
