import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import { expectedLoad } from '#platform/media-load.ts';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId, NodeId, RoomId } from '#protocol/ids.ts';
import {
  isLasting,
  type Measured,
  type RoomListed,
  type SfuNotice,
  type SfuPayload,
  type SfuReply,
} from '#protocol/sfu/contract.ts';
import type { JoinReply } from '#protocol/signal/group-call.ts';
import { ExpiringMap } from './expiring-map.ts';
import type { MediaWorker } from './media-worker.ts';
import { type Lease, Placement } from './placement.ts';
import { Room } from './room.ts';
import type { RoomSettings } from './room-settings.ts';
import { RoomState } from './room-state.ts';

export interface RoomManagerOptions {
  readonly nodeId: NodeId;
  readonly settings: RoomSettings;
  readonly log: Logger;
  /** Those alive now. */
  readonly workers: () => readonly MediaWorker[];
  /** Whether the node opens rooms. */
  readonly isOpen: () => boolean;
  readonly notify: (notice: SfuNotice) => void;
  /** A room has come or gone. */
  readonly onChange: () => void;
}

/** How long a returned lease is refused: enough time for its last join to arrive. */
const RETURNED_LEASE_KEPT_MS = 60_000;
/** How long the state of a room whose worker has died waits for its members, who are told to come back at once. */
const ORPHANED_STATE_KEPT_MS = 60_000;
/** A server asks within this time, or never, about a member that the node itself has removed. */
const MEASURED_KEPT_MS = 10 * 60 * 1_000;
/** How long the members of a room that moves have to join elsewhere before their media ends here. */
const MOVE_GRACE_MS = 10_000;
const EMPTIED_CHECK_MS = 100;

/** The rooms of this node: which lease each is held under, and which worker runs it. */
export class RoomManager {
  readonly #options: RoomManagerOptions;
  readonly #placements = new Map<RoomId, Placement>();
  /** Rooms whose members have been told to rebuild elsewhere, while their media continues here. */
  readonly #moved = new Map<Placement, NodeJS.Timeout>();
  /** Fences of rooms that this node has given up. */
  readonly #returnedLeases = new ExpiringMap<RoomId, number>(RETURNED_LEASE_KEPT_MS);
  /** Of rooms whose worker has died, for the next room under the same lease. */
  readonly #orphanedStates = new ExpiringMap<RoomId, { readonly fence: number; readonly state: RoomState }>(
    ORPHANED_STATE_KEPT_MS,
  );
  /** Traffic of members who have left; their server asks for it afterwards. */
  readonly #measured = new ExpiringMap<MemberId, Promise<Measured | undefined>>(MEASURED_KEPT_MS);
  #closed = false;

  constructor(options: RoomManagerOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#placements.size;
  }

  /** Those that are open. */
  get all(): Room[] {
    return [...this.#placements.values()].flatMap(({ room }) => room ?? []);
  }

  /** Throws `not-in-room` where the node has no such room. */
  get(roomId: RoomId): Room {
    const room = this.#placements.get(roomId)?.room;
    if (!room) throw new AppError('not-in-room');
    return room;
  }

  list(): RoomListed[] {
    return [...this.#placements.values()].map(({ listed }) => listed);
  }

  async join(request: SfuPayload<'room.join'>): Promise<JoinReply> {
    const placement = this.#place(request);
    // Not awaited for an open room: a leave that follows at once must find the join begun.
    return await (placement.room ?? (await placement.opening)).join(request);
  }

  /** Idempotent: unknown rooms and members are ignored. */
  async leave({
    roomId,
    memberId,
    reason,
    claim,
  }: SfuPayload<'room.leave'>): Promise<SfuReply<'room.leave'>> {
    const placement = this.#placements.get(roomId);
    // Runs after the joins that wait for the room to open; a room that fails to open has no members.
    const room = placement?.room ?? (await placement?.opening.catch(() => undefined));
    room?.leave(memberId, reason, claim);
    const measured = await this.#measured.get(memberId);
    return measured ? { measured } : {};
  }

  /** Process id of the worker that has the room; undefined where the node has no such room. */
  workerOf(roomId: RoomId): number | undefined {
    return this.#placements.get(roomId)?.worker.pid;
  }

  countsOf(worker: MediaWorker): { rooms: number; consumers: number } {
    const own = [...this.#placements.values()].filter((placement) => placement.worker === worker);
    return {
      rooms: own.length,
      consumers: own.reduce((sum, { room }) => sum + (room?.consumerCount ?? 0), 0),
    };
  }

  /** Throws `media-node-unavailable` where no worker is alive. */
  leastLoaded(): MediaWorker {
    const loads = this.#options.workers().map((worker) => ({
      worker,
      load: expectedLoad(worker.load, [this.countsOf(worker)]),
    }));
    const [least] = loads.sort((one, other) => one.load - other.load);
    if (!least) throw new AppError('media-node-unavailable');
    return least.worker;
  }

  /** The lease was replaced or removed: the members are told to rebuild under the present one. */
  release({ roomId, fence }: Lease): void {
    const placement = this.#placements.get(roomId);
    if (placement?.lease.fence !== fence) return;
    this.#options.log.warn({ roomId, fence }, 'room given up: its lease is not held any more');
    this.#returnedLeases.set(roomId, fence);
    this.#move(placement);
    this.#options.onChange();
  }

  moveAll(): void {
    for (const placement of [...this.#placements.values()]) this.#move(placement);
  }

  /** Resolves when the members of all rooms that were moved away have closed their connections here. */
  async emptied(): Promise<void> {
    while ([...this.#moved.keys()].some(({ isInUse }) => isInUse)) await sleep(EMPTIED_CHECK_MS);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#moved.values()) clearTimeout(timer);
    for (const placement of this.#placements.values()) placement.close();
    this.#placements.clear();
    for (const kept of [this.#returnedLeases, this.#orphanedStates, this.#measured]) kept.clear();
  }

  /** The members are told to rebuild elsewhere; their media continues here until they have, or for `MOVE_GRACE_MS`. */
  #move(placement: Placement): void {
    const { nodeId, notify } = this.#options;
    const { roomId } = placement.lease;
    this.#placements.delete(roomId);
    notify({ notice: 'room.lost', data: { nodeId, roomId, reason: 'node-draining' } });
    const end = () => {
      this.#moved.delete(placement);
      placement.close();
    };
    this.#moved.set(placement, setTimeout(end, MOVE_GRACE_MS));
  }

  /** Finds or opens the room under that lease. Synchronous, so that simultaneous joins share one room. */
  #place({ roomId, fence }: Lease): Placement {
    const { log, isOpen, onChange } = this.#options;
    const existing = this.#placements.get(roomId);
    if (existing?.lease.fence === fence) return existing;
    const latest = Math.max(existing?.lease.fence ?? 0, this.#returnedLeases.get(roomId) ?? 0);
    if (fence <= latest) throw new AppError('conflict');
    if (!isOpen()) throw new AppError('media-node-unavailable');
    const worker = this.leastLoaded();
    if (existing) {
      // The server that took the newer lease has told the members of the old room to rebuild.
      log.info(existing.lease, 'room replaced under a newer lease');
      existing.close();
    }
    const placement = new Placement({ roomId, fence }, worker, (opened) => this.#open(opened));
    this.#placements.set(roomId, placement);
    onChange();
    placement.opening.catch((err) => {
      log.error({ err, roomId }, 'room could not be opened');
      this.#forget(placement);
    });
    return placement;
  }

  async #open(placement: Placement): Promise<Room> {
    const { nodeId, settings, notify } = this.#options;
    const { worker, lease } = placement;
    const { roomId, fence } = lease;
    const log = this.#options.log.child({ roomId });
    const state = this.#takeOrphanedState(lease) ?? new RoomState();
    try {
      const room = await Room.open({
        roomId,
        worker,
        settings,
        state,
        log,
        notify: (to, say) => {
          if (isLasting(say)) placement.countNotice(to);
          notify({ notice: 'room.said', data: { roomId, to: [...to], say } });
        },
        onLeft: (memberId, measured) => {
          placement.forgetNotices(memberId);
          this.#measured.set(memberId, measured);
        },
        onResumed: (memberId) => placement.forgetNotices(memberId),
        onMemberLost: (memberId) => notify({ notice: 'room.memberLost', data: { nodeId, roomId, memberId } }),
        onMemberRemoved: (memberId, byManager) =>
          notify({
            notice: 'room.memberRemoved',
            data: { nodeId, roomId, memberId, ...(byManager && { byManager }) },
          }),
        onEmptied: () => {
          this.#forget(placement);
          log.info('room emptied');
          // A join that is on its way under this lease must not open the room again.
          this.#returnedLeases.set(roomId, fence);
          notify({ notice: 'room.emptied', data: { nodeId, roomId, fence } });
        },
        onLost: () => {
          // The node has ended its workers itself, and announces that once for all rooms.
          if (this.#closed) return;
          this.#forget(placement);
          // The recording ended with the room.
          state.recordedByServer = false;
          this.#orphanedStates.set(roomId, { fence, state });
          log.error({ workerPid: worker.pid }, 'room lost with its worker');
          notify({ notice: 'room.lost', data: { nodeId, roomId, reason: 'worker-died' } });
        },
      });
      log.info({ workerPid: worker.pid, fence }, 'room opened');
      return room;
    } catch (cause) {
      throw new AppError('media-node-unavailable', { cause });
    }
  }

  #forget({ lease: { roomId, fence } }: Placement): void {
    if (this.#placements.get(roomId)?.lease.fence !== fence) return;
    this.#placements.delete(roomId);
    this.#options.onChange();
  }

  #takeOrphanedState({ roomId, fence }: Lease): RoomState | undefined {
    const orphaned = this.#orphanedStates.get(roomId);
    this.#orphanedStates.delete(roomId);
    return orphaned?.fence === fence ? orphaned.state : undefined;
  }
}
