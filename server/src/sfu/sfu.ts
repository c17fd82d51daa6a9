import { type AskNode, createAskNode } from '#platform/ask-node.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { FilmId, MemberId, NodeId, RecordingId, RoomId } from '#protocol/ids.ts';
import {
  type NodeHeartbeat,
  type RoomNotice,
  type SfuNotice,
  type SfuRequests,
  SILENT_NODES_SUBJECT,
} from '#protocol/sfu/contract.ts';
import type { FilmState } from '#protocol/sfu/film.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { JoinReply } from '#protocol/signal/group-call.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { DatabaseOutages } from '#server/db/outage-watch.ts';
import { auditNode, type NodeListing } from './audit.ts';
import { chooseNode } from './choose-node.ts';
import { keepDrained } from './drains.ts';
import { giveLeaseBack, giveNodeUp, giveRoomUp, type Lease, type TargetId, takeLease } from './leases.ts';
import { NodeRegistry } from './node-registry.ts';
import { subscribeToNodes } from './sfu-notices.ts';

/**
 * How long a join waits for a node, e.g. one that is being restarted. Together with the time-out of the last attempt
 * it stays under the client's own REQUEST_TIMEOUT_MS (SPEC.md, G9).
 */
const JOIN_PATIENCE_MS = 4_500;
/** Pause before a node that could not take a join is asked again. */
const RETRY_MS = 250;
/** A node that does not answer in time is slow, but there: no more than an interval of looks may pass. */
const PING_TIMEOUT_MS = 500;
/** Looks at the nodes between two audits of each. */
const LOOKS_BETWEEN_AUDITS = 5;

export type RebuildReason = 'worker-died' | 'node-lost' | 'node-draining';

/** What group calls hear of the media nodes. */
export interface SfuListener {
  roomNotice(roomId: RoomId, to: readonly MemberId[], say: RoomNotice): void;
  /** The room and its media are gone. */
  roomLost(roomId: RoomId, reason: RebuildReason): void;
  memberLost(roomId: RoomId, memberId: MemberId): void;
  /** The owner, or a manager, has put the member out. */
  memberRemoved(roomId: RoomId, memberId: MemberId, byManager: boolean): void;
  /** The last member has left a while ago, and the room is closed. */
  roomEmptied(roomId: RoomId): void;
  nodeLost(nodeId: NodeId): void;
  /** What a node has: members who are not in it any more, or have missed something, are to join again. */
  nodeListed(listing: NodeListing): void;
}

/** What recordings hear of the media nodes. */
export interface RecordingListener {
  /** Nothing more is recorded; `isLost`: although it should be, as the room is gone. */
  stopped(roomId: RoomId, recordingId: RecordingId, isLost: boolean): void;
  /** Its files are ready, on that node. */
  finished(nodeId: NodeId, recordingId: RecordingId, result: RecordingResult): void;
  nodeLost(nodeId: NodeId): void;
}

/** Hears how far a film is that a node makes. */
export type FilmListener = (filmId: FilmId, change: FilmState) => void;

export interface Sfu {
  /**
   * Joins the target's live room on any node, and opens one where there is none. Throws `media-node-unavailable` after
   * `JOIN_PATIENCE_MS`, and the error with which the node refuses the member.
   */
  join(targetId: TargetId, member: JoinMember): Promise<{ readonly lease: Lease; readonly reply: JoinReply }>;
  readonly ask: AskNode;
  /** Returns what ends the subscription. */
  listen(listener: SfuListener): () => void;
  /** As `listen`. */
  listenToRecordings(listener: RecordingListener): () => void;
  /** Ends of a self-test's connections, at whichever node has the least to do; null where there is none (SPEC.md, T). */
  openSelfTest(dtlsParameters: DtlsParameters): Promise<SelfTestTransports | null>;
  /** As `listen`. */
  listenToFilms(listener: FilmListener): () => void;
  readonly nodes: Iterable<NodeHeartbeat>;
  /** Whether the node has not been given up. */
  has(nodeId: NodeId): boolean;
  /** All nodes that other servers know are known here, too. */
  readonly complete: boolean;
  /** What none of `nodes` has does not exist. False while one was not heard, and while there is none: the only one may be starting again. */
  readonly knowsAllNodes: boolean;
  /** Waits for the first media node; false where none came in time. */
  whenAvailable(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

type DtlsParameters = PayloadOf<SfuRequests, 'selfTest.open'>['dtlsParameters'];
type SelfTestTransports = ReplyOf<SfuRequests, 'selfTest.open'>;
type JoinMember = Omit<PayloadOf<SfuRequests, 'room.join'>, 'roomId' | 'fence'>;

export interface SfuDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Logger;
  readonly databaseOutages: Pick<DatabaseOutages, 'suspect'>;
  /** `JOIN_PATIENCE_MS` by default. */
  readonly joinPatienceMs?: number;
}

export function createSfu(deps: SfuDeps): Sfu {
  const { db, bus, log, databaseOutages, joinPatienceMs = JOIN_PATIENCE_MS } = deps;
  const ask = createAskNode(bus);
  const ping = createAskNode(bus, PING_TIMEOUT_MS);
  const listeners = new Set<SfuListener>();
  const recordingListeners = new Set<RecordingListener>();
  const filmListeners = new Set<FilmListener>();
  const writing = new Set<Promise<void>>();
  /** Nodes that are asked already. */
  const auditing = new Set<NodeId>();
  let looks = 0;

  const audit = (nodeId: NodeId) => {
    if (auditing.has(nodeId)) return;
    auditing.add(nodeId);
    const audited = auditNode(db, ask, nodeId)
      .then((listing) => {
        for (const listener of listeners) listener.nodeListed(listing);
        return keepDrained(db, ask, registry.get(nodeId));
      })
      // It has gone meanwhile, or is of an older version; the next look comes.
      .catch((err: unknown) => log.debug({ err, nodeId }, 'node not audited'))
      .finally(() => {
        auditing.delete(nodeId);
        writing.delete(audited);
      });
    writing.add(audited);
  };

  const registry = new NodeRegistry({
    db,
    bus,
    log,
    databaseOutages,
    isServed: async (nodeId) => {
      try {
        await ping(nodeId, 'node.ping', {});
        return true;
      } catch (error) {
        return !(error instanceof AppError && error.code === 'media-node-unavailable');
      }
    },
    onJoined: (nodeId) => audit(nodeId),
    onLook: (reconnected) => {
      looks += 1;
      if (!reconnected && looks % LOOKS_BETWEEN_AUDITS !== 0) return;
      for (const { nodeId } of registry.nodes) audit(nodeId);
    },
    onLost: (nodeId, why) => {
      if (why === 'silent') bus.publish(SILENT_NODES_SUBJECT, nodeId);
      // First the leases: anyone who is told to rebuild must not find the old one. Without the database the joins fail too.
      afterwards(giveNodeUp(db, nodeId), () => {
        for (const listener of listeners) listener.nodeLost(nodeId);
        for (const listener of recordingListeners) listener.nodeLost(nodeId);
      });
    },
  });

  const afterwards = (work: Promise<void>, then: () => void = () => {}) => {
    const done = work
      .catch((err: unknown) => {
        if (!databaseOutages.suspect(err)) log.warn({ err }, 'lease not given back');
      })
      .then(then)
      .finally(() => writing.delete(done));
    writing.add(done);
  };

  const hear = (message: SfuNotice) => {
    switch (message.notice) {
      case 'node.heartbeat':
        return registry.hear(message.data);
      case 'node.closed':
        return registry.lose(message.data.nodeId);
      case 'room.said':
        for (const listener of listeners) {
          listener.roomNotice(message.data.roomId, message.data.to, message.data.say);
        }
        return;
      case 'room.lost': {
        const { roomId, reason } = message.data;
        const tell = () => {
          for (const listener of listeners) listener.roomLost(roomId, reason);
        };
        // After a worker's death the lease stands: the node opens the room on another worker, and members who come by
        // the lease that they have just read meet those who come later.
        if (reason === 'worker-died') return tell();
        return afterwards(giveRoomUp(db, roomId), tell);
      }
      case 'room.memberLost':
        for (const listener of listeners) listener.memberLost(message.data.roomId, message.data.memberId);
        return;
      case 'room.memberRemoved': {
        const { roomId, memberId, byManager = false } = message.data;
        for (const listener of listeners) listener.memberRemoved(roomId, memberId, byManager);
        return;
      }
      case 'recording.stopped': {
        const { roomId, recordingId, lost = false } = message.data;
        for (const listener of recordingListeners) listener.stopped(roomId, recordingId, lost);
        return;
      }
      case 'recording.finished': {
        const { nodeId, recordingId, result } = message.data;
        for (const listener of recordingListeners) listener.finished(nodeId, recordingId, result);
        return;
      }
      case 'film.changed': {
        const { filmId, change } = message.data;
        for (const listener of filmListeners) listener(filmId, change);
        return;
      }
      case 'room.emptied':
        return afterwards(giveLeaseBack(db, message.data), () => {
          for (const listener of listeners) listener.roomEmptied(message.data.roomId);
        });
    }
  };
  const unsubscribe = subscribeToNodes(bus, hear, (name) =>
    log.error({ notice: name }, 'a media node said what the contract does not know'),
  );

  /** Null: try again, perhaps elsewhere. */
  const tryJoin = async (lease: Lease, member: JoinMember): Promise<JoinReply | null> => {
    const { roomId, nodeId, fence } = lease;
    try {
      const reply = await ask(nodeId, 'room.join', { roomId, fence, ...member });
      // The node was given up meanwhile, and with it the room: no one else will come there.
      return registry.has(nodeId) ? reply : null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      switch (error.code) {
        case 'conflict':
          // The room was closed under this lease (SPEC.md, N4, N5).
          await giveLeaseBack(db, lease);
          return null;
        case 'media-node-unavailable':
          // A node that drains opens no room again. Any other may: giving its lease up here could split a room in two.
          if (registry.get(nodeId)?.draining) await giveLeaseBack(db, lease);
          return null;
        case 'bus-unavailable':
          // It may be back in a moment.
          return null;
        case 'request-timeout':
          // It may have joined after all (SPEC.md, N6).
          ask(nodeId, 'room.leave', { roomId, memberId: member.memberId, reason: 'lost' }).catch(
            (err: unknown) => log.debug({ err, nodeId }, 'ghost not removed'),
          );
          throw new AppError('media-node-unavailable', { cause: error });
        default:
          throw error;
      }
    }
  };

  return {
    ask,
    async join(targetId, member) {
      const deadline = performance.now() + joinPatienceMs;
      for (;;) {
        const lease = await takeLease(
          db,
          targetId,
          (nodeId) => registry.mayHaveRooms(nodeId),
          () => chooseNode(registry.nodes)?.nodeId ?? null,
        );
        const reply = lease && (await tryJoin(lease, member));
        if (reply) return { lease, reply };
        const left = deadline - performance.now();
        if (left <= 0) throw new AppError(bus.connected ? 'media-node-unavailable' : 'bus-unavailable');
        await (lease ? pause(Math.min(RETRY_MS, left)) : registry.nextHeartbeat(left));
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async openSelfTest(dtlsParameters) {
      const node = chooseNode(registry.nodes);
      return node && (await ask(node.nodeId, 'selfTest.open', { dtlsParameters }));
    },
    listenToRecordings(listener) {
      recordingListeners.add(listener);
      return () => recordingListeners.delete(listener);
    },
    listenToFilms(listener) {
      filmListeners.add(listener);
      return () => filmListeners.delete(listener);
    },
    get nodes() {
      return registry.nodes;
    },
    has: (nodeId) => registry.has(nodeId),
    get complete() {
      return registry.complete;
    },
    get knowsAllNodes() {
      return registry.complete && [...registry.nodes].length > 0;
    },
    async whenAvailable(timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      while (chooseNode(registry.nodes) === null) {
        const left = deadline - performance.now();
        if (left <= 0) return false;
        await registry.nextHeartbeat(left);
      }
      return true;
    },
    async close() {
      unsubscribe();
      await registry.close();
      await Promise.all(writing);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
