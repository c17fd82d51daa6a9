import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { NodeId } from '#protocol/ids.ts';
import { HEARTBEATS_UNTIL_LOST, type NodeHeartbeat, SFU_HEARTBEAT_MS } from '#protocol/sfu/contract.ts';
import type { Db } from '#server/db/database.ts';

const LOST_AFTER_MS = HEARTBEATS_UNTIL_LOST * SFU_HEARTBEAT_MS;

interface KnownNode {
  heartbeat: NodeHeartbeat;
  heardAt: number;
}

export interface NodeRegistryDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly onLost: (nodeId: NodeId) => void;
}

/**
 * The media nodes as their heartbeats tell (SPEC.md, N3). What every server has heard last stands in the table
 * `media_nodes` too: a node is given up only where no server hears it any more.
 */
export class NodeRegistry {
  readonly #deps: NodeRegistryDeps;
  readonly #nodes = new Map<NodeId, KnownNode>();
  /** Ids of nodes that are gone: a heartbeat that was still on its way does not bring one back. */
  readonly #gone = new Set<NodeId>();
  readonly #waiting = new Set<() => void>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #writing = new Map<NodeId, Promise<void>>();

  constructor(deps: NodeRegistryDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#dropSilent(), SFU_HEARTBEAT_MS);
  }

  get nodes(): Iterable<NodeHeartbeat> {
    return [...this.#nodes.values()].map(({ heartbeat }) => heartbeat);
  }

  get(nodeId: NodeId): NodeHeartbeat | undefined {
    return this.#nodes.get(nodeId)?.heartbeat;
  }

  hear(heartbeat: NodeHeartbeat): void {
    const { nodeId } = heartbeat;
    if (this.#gone.has(nodeId)) return;
    const known = this.#nodes.has(nodeId);
    this.#nodes.set(nodeId, { heartbeat, heardAt: performance.now() });
    if (!known) this.#deps.log.info({ nodeId, workers: heartbeat.workers.length }, 'media node joined');
    this.#write(nodeId, async () => {
      await this.#show(heartbeat);
    });
    for (const wake of [...this.#waiting]) wake();
  }

  /** The node has closed, or its process has died: that id does not come back. Can be called twice. */
  lose(nodeId: NodeId, why: string): void {
    this.#gone.add(nodeId);
    this.#drop(nodeId, why);
  }

  #drop(nodeId: NodeId, why: string): void {
    if (!this.#nodes.delete(nodeId)) return;
    this.#deps.log.warn({ nodeId, why }, 'media node lost');
    this.#write(nodeId, async () => {
      await this.#deps.db.deleteFrom('media_nodes').where('id', '=', nodeId).execute();
    });
    this.#deps.onLost(nodeId);
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
    clearInterval(this.#timer);
    for (const wake of [...this.#waiting]) wake();
    await Promise.all(this.#writing.values());
  }

  async #dropSilent(): Promise<void> {
    const isSilent = (known: KnownNode | undefined): known is KnownNode =>
      known !== undefined && performance.now() - known.heardAt > LOST_AFTER_MS;
    for (const [nodeId, known] of this.#nodes) {
      if (!isSilent(known)) continue;
      const heardByOthers = await this.#isShownAlive(nodeId);
      // It may have been heard while the database was asked: after a stall of this process, for one.
      if (!isSilent(this.#nodes.get(nodeId))) continue;
      if (heardByOthers) known.heardAt = performance.now();
      else this.#drop(nodeId, 'silent');
    }
  }

  /** By the database's clock on both sides: those of the servers may differ. */
  async #isShownAlive(nodeId: NodeId): Promise<boolean> {
    try {
      const row = await this.#deps.db
        .selectFrom('media_nodes')
        .where('id', '=', nodeId)
        .where('heartbeat_at', '>', sql<Date>`now() - ${LOST_AFTER_MS} * interval '1 millisecond'`)
        .select('id')
        .executeTakeFirst();
      return row !== undefined;
    } catch (err) {
      // Without the database no lease could be changed either.
      this.#deps.log.warn({ err, nodeId }, 'media node is silent, and nobody can be asked');
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
      .catch((err: unknown) => this.#deps.log.warn({ err, nodeId }, 'media node not written'))
      .finally(() => {
        if (this.#writing.get(nodeId) === writing) this.#writing.delete(nodeId);
      });
    this.#writing.set(nodeId, writing);
  }
}
