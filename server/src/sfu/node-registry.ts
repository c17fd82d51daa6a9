import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { NodeId } from '#protocol/ids.ts';
import { NODE_HEARTBEAT_MS, NODE_HEARTBEATS_UNTIL_LOST } from '#protocol/limits.ts';
import type { NodeHeartbeat } from '#protocol/sfu/contract.ts';
import type { Db } from '#server/db/database.ts';
import type { DatabaseOutages } from '#server/db/outage-watch.ts';

const LOST_AFTER_MS = NODE_HEARTBEATS_UNTIL_LOST * NODE_HEARTBEAT_MS;
/** Time for the round trip that shows that this server can hear. */
const CONFIRM_TIMEOUT_MS = NODE_HEARTBEAT_MS / 2;
/** So often in a row no one serves a node's subject: it has left the bus, and is not merely connecting again. */
const ABSENCES_UNTIL_LOST = 2;
/** What another server wrote so shortly after this one heard the node was the same heartbeat. */
const SAME_HEARTBEAT_MS = 1_000;

type LossReason = 'closed' | 'silent' | 'not on the bus';

interface KnownNode {
  /** Null: not heard yet; it stands in the database, or has a lease. */
  heartbeat: NodeHeartbeat | null;
  heartbeatAt: number;
  /** Looks without a heartbeat in between. */
  silences: number;
  /** Looks in a row at which no one served its subject. */
  absences: number;
  /** That others hear it, and this server does not, is in the log. */
  told: boolean;
}

const justHeard: Omit<KnownNode, 'heartbeat' | 'heartbeatAt'> = { silences: 0, absences: 0, told: false };

export interface NodeRegistryDeps {
  readonly db: Db;
  readonly bus: Pick<Bus, 'confirm' | 'onConnection'>;
  readonly log: Logger;
  readonly databaseOutages: Pick<DatabaseOutages, 'suspect'>;
  /** Whether the node still serves its subject; true where that cannot be said. */
  readonly isServed: (nodeId: NodeId) => Promise<boolean>;
  readonly onLost: (nodeId: NodeId, why: LossReason) => void;
  /** Heard for the first time, or again after it was given up. */
  readonly onJoined: (nodeId: NodeId) => void;
  /** Every so often while this server is connected; `reconnected`: it has not been since the last look. */
  readonly onLook: (reconnected: boolean) => void;
}

/**
 * The media nodes as their heartbeats tell (SPEC.md, N3). What every server has heard last stands in the table
 * `media_nodes` too: a node is given up only where no server hears it any more. Silence counts only while this server can
 * hear: neither while the bus is away on this side nor while this process stood still.
 */
export class NodeRegistry {
  readonly #deps: NodeRegistryDeps;
  readonly #nodes = new Map<NodeId, KnownNode>();
  /** Ids of nodes that are gone: a heartbeat that was still on its way does not bring one back. */
  readonly #gone = new Set<NodeId>();
  readonly #waiting = new Set<() => void>();
  readonly #stopLooking: () => void;
  readonly #writing = new Map<NodeId, Promise<void>>();
  readonly #seeding: Promise<void>;
  #seeded = false;
  readonly #unwatch: () => void;
  #disconnected = false;

  constructor(deps: NodeRegistryDeps) {
    this.#deps = deps;
    this.#stopLooking = repeatedly({
      everyMs: NODE_HEARTBEAT_MS,
      work: () => this.#look(),
      onError: (err) => deps.log.error({ err }, 'media nodes not looked at'),
    });
    this.#seeding = this.#seed();
    this.#unwatch = deps.bus.onConnection((connected) => {
      if (!connected) this.#disconnected = true;
    });
  }

  get nodes(): Iterable<NodeHeartbeat> {
    return [...this.#nodes.values()].flatMap(({ heartbeat }) => (heartbeat ? [heartbeat] : []));
  }

  /** Each node that another server knows has been heard here too, or is given up. */
  get complete(): boolean {
    return this.#seeded && [...this.#nodes.values()].every(({ heartbeat }) => heartbeat !== null);
  }

  get(nodeId: NodeId): NodeHeartbeat | undefined {
    return this.#nodes.get(nodeId)?.heartbeat ?? undefined;
  }

  /** Whether it has not been given up. */
  has(nodeId: NodeId): boolean {
    return this.#nodes.has(nodeId);
  }

  /** Whether it can still have the rooms that it had. One that was never heard is waited for like those that fell silent. */
  mayHaveRooms(nodeId: NodeId): boolean {
    if (this.#gone.has(nodeId)) return false;
    this.#expect(nodeId);
    return true;
  }

  hear(heartbeat: NodeHeartbeat): void {
    const { nodeId } = heartbeat;
    if (this.#gone.has(nodeId)) return;
    const joined = this.get(nodeId) === undefined;
    this.#nodes.set(nodeId, { heartbeat, heartbeatAt: performance.now(), ...justHeard });
    this.#write(nodeId, async () => {
      await this.#show(heartbeat);
    });
    if (joined) {
      this.#deps.log.info({ nodeId, workers: heartbeat.workers.length }, 'media node joined');
      this.#deps.onJoined(nodeId);
    }
    for (const wake of [...this.#waiting]) wake();
  }

  /** The node has closed, or its process has died: that id does not come back. Can be called twice. */
  lose(nodeId: NodeId): void {
    this.#gone.add(nodeId);
    this.#drop(nodeId, 'closed');
  }

  #drop(nodeId: NodeId, why: LossReason): void {
    const known = this.#nodes.get(nodeId);
    if (!known) return;
    this.#nodes.delete(nodeId);
    if (why === 'closed') this.#deps.log.info({ nodeId }, 'media node closed');
    else if (known.heartbeat) this.#deps.log.warn({ nodeId, why }, 'media node lost');
    // Most often it was stopped together with this server, which could not hear it close.
    else this.#deps.log.info({ nodeId, why }, 'media node of an earlier run is gone');
    this.#write(nodeId, async () => {
      await this.#deps.db.deleteFrom('media_nodes').where('id', '=', nodeId).execute();
    });
    this.#deps.onLost(nodeId, why);
  }

  /** Resolves after the next heartbeat of whichever node, or after `ms`. */
  async nextHeartbeat(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
    });
  }

  async close(): Promise<void> {
    this.#stopLooking();
    this.#unwatch();
    for (const wake of [...this.#waiting]) wake();
    await this.#seeding;
    await Promise.all(this.#writing.values());
  }

  /** Nodes that others know of, and those that a lease names: which of them live shows when they are listened for. */
  async #seed(): Promise<void> {
    const { db, databaseOutages, log } = this.#deps;
    try {
      const rows = await db
        .selectFrom('media_nodes')
        .select('id')
        .union(db.selectFrom('room_leases').select('node_id as id'))
        .execute();
      for (const { id } of rows) this.#expect(id);
      this.#seeded = true;
    } catch (err) {
      if (!databaseOutages.suspect(err)) log.error({ err }, 'media nodes not read');
    }
  }

  #expect(nodeId: NodeId): void {
    if (this.#gone.has(nodeId) || this.#nodes.has(nodeId)) return;
    this.#nodes.set(nodeId, { heartbeat: null, heartbeatAt: performance.now(), ...justHeard });
  }

  async #look(): Promise<void> {
    if (!this.#seeded) await this.#seed();
    if (await this.#deps.bus.confirm(CONFIRM_TIMEOUT_MS)) await this.#lookAtAll();
    else this.#forgiveSilence();
  }

  #forgiveSilence(): void {
    for (const known of this.#nodes.values()) {
      known.silences = 0;
      known.absences = 0;
    }
  }

  async #lookAtAll(): Promise<void> {
    const reconnected = this.#disconnected;
    this.#disconnected = false;
    await Promise.all([...this.#nodes].map(([nodeId, known]) => this.#lookAt(nodeId, known)));
    this.#deps.onLook(reconnected);
  }

  async #lookAt(nodeId: NodeId, known: KnownNode): Promise<void> {
    known.silences += 1;
    known.absences = (await this.#deps.isServed(nodeId)) ? 0 : known.absences + 1;
    if (known.silences <= NODE_HEARTBEATS_UNTIL_LOST && known.absences < ABSENCES_UNTIL_LOST) return;
    const seenByOthers = await this.#isSeenByOthers(nodeId, known);
    // It may have been heard while the database was asked.
    if (this.#nodes.get(nodeId) !== known) return;
    if (seenByOthers) this.#heardByOthers(nodeId, known);
    else this.#drop(nodeId, known.absences < ABSENCES_UNTIL_LOST ? 'silent' : 'not on the bus');
  }

  /** It is waited for: it may have rooms. */
  #heardByOthers(nodeId: NodeId, known: KnownNode): void {
    known.silences = 0;
    if (known.told) return;
    known.told = true;
    this.#deps.log.warn(
      { nodeId },
      'another server hears a media node that this one does not: NATS_URL must lead all servers of a database to the same NATS',
    );
  }

  /** By the database's clock on both sides: those of the servers may differ. */
  async #isSeenByOthers(nodeId: NodeId, { heartbeat, heartbeatAt }: KnownNode): Promise<boolean> {
    const sinceMs = heartbeat ? performance.now() - heartbeatAt - SAME_HEARTBEAT_MS : LOST_AFTER_MS;
    try {
      const row = await this.#deps.db
        .selectFrom('media_nodes')
        .where('id', '=', nodeId)
        .where('heartbeat_at', '>', sql<Date>`now() - ${sinceMs} * interval '1 millisecond'`)
        .select('id')
        .executeTakeFirst();
      return row !== undefined;
    } catch (err) {
      // Without the database no lease could be changed either.
      if (!this.#deps.databaseOutages.suspect(err))
        this.#deps.log.warn({ err, nodeId }, 'media node not read');
      return true;
    }
  }

  /** Every server writes what it hears: the same row, and one of them suffices. */
  async #show({ nodeId, startedAt, draining, load, workers }: NodeHeartbeat): Promise<void> {
    const row = {
      heartbeat_at: sql<Date>`now()`,
      draining,
      load,
      rooms: workers.reduce((sum, { rooms }) => sum + rooms, 0),
    };
    await this.#deps.db
      .insertInto('media_nodes')
      .values({ id: nodeId, started_at: new Date(startedAt), ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  /** One after the other for each node, so that a late heartbeat does not bring a deleted row back. */
  #write(nodeId: NodeId, write: () => Promise<void>): void {
    const before = this.#writing.get(nodeId) ?? Promise.resolve();
    const writing = before
      .then(write)
      .catch((err: unknown) => {
        if (!this.#deps.databaseOutages.suspect(err))
          this.#deps.log.warn({ err, nodeId }, 'media node not written');
      })
      .finally(() => {
        if (this.#writing.get(nodeId) === writing) this.#writing.delete(nodeId);
      });
    this.#writing.set(nodeId, writing);
  }
}
