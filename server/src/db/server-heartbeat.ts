import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { ServerId } from '#protocol/ids.ts';
import type { Db } from './database.ts';

/** How often a server says that it lives. */
const BEAT_MS = 1_000;
/** A server that has not said so for this long may be replaced (SPEC.md, D14). */
export const STALE_MS = 3_000;
/** A sample of the database's clock that took longer says too little. */
const MAX_SAMPLE_MS = 250;
/** How long the row of a server is kept at least. */
const KEPT_HOURS = 24;

/**
 * Whether a statement runs soon after it was decided on (`decidedAt`: milliseconds since 1970, by the database's clock). What held it up
 * may have kept other servers from saying that they live: nothing follows from their silence then.
 */
export const isTimely = (decidedAt: number) =>
  sql<boolean>`clock_timestamp() < ${new Date(decidedAt + STALE_MS)}::timestamptz`;

type Listener = (serverId: ServerId) => void;

export interface ServerHeartbeatDeps {
  /** A connection of its own: a busy pool must not make a living server look dead. */
  readonly db: Db;
  readonly serverId: ServerId;
  readonly log: Logger;
}

/** Which servers live, and what time it is: by the database, which is the same for all of them. */
export class ServerHeartbeat {
  readonly serverId: ServerId;
  readonly #db: Db;
  readonly #log: Logger;
  readonly #lost = new Set<Listener>();
  readonly #found = new Set<Listener>();
  #alive: ReadonlySet<ServerId> = new Set();
  /** Milliseconds to add to this process' monotonic clock. */
  #offsetMs = Date.now() - performance.now();
  #sampled = false;
  #lastBeatAt: number | null = null;
  #steadySince: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beating: Promise<void> = Promise.resolve();
  #closed = false;

  constructor({ db, serverId, log }: ServerHeartbeatDeps) {
    this.#db = db;
    this.serverId = serverId;
    this.#log = log;
  }

  /** Resolves after the first beat; fails without the database. */
  async start(): Promise<void> {
    await removeForgotten(this.#db);
    await this.#beat();
    this.#beatLater();
  }

  /** Milliseconds since 1970 by the database's clock; continues while the database is away. */
  now(): number {
    return Math.round(performance.now() + this.#offsetMs);
  }

  /**
   * Whether this server has beaten without a gap for this long. If not, it may be the one that was away, and others' silence
   * says nothing.
   */
  hasBeenSteady(forMs: number): boolean {
    const now = performance.now();
    if (this.#steadySince === null || this.#lastBeatAt === null) return false;
    return now - this.#lastBeatAt < STALE_MS && now - this.#steadySince >= forMs;
  }

  /** As of the last beat; this server is. */
  isAlive(serverId: ServerId): boolean {
    return serverId === this.serverId || this.#alive.has(serverId);
  }

  /** Returns what ends the subscription. */
  onLost(listener: Listener): () => void {
    this.#lost.add(listener);
    return () => this.#lost.delete(listener);
  }

  /** A server that was lost, or is new. Returns what ends the subscription. */
  onFound(listener: Listener): () => void {
    this.#found.add(listener);
    return () => this.#found.delete(listener);
  }

  /** Leaves what this server had to the others at once; can be called twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#db
      .updateTable('server_heartbeats')
      .set({ closed: true, seen_at: sql<Date>`clock_timestamp()` })
      .where('server_id', '=', this.serverId)
      .execute()
      .catch((err: unknown) => this.#log.warn({ err }, 'End of this server not written'));
  }

  #beatLater(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat()
        // Lost connections are logged where they are noticed.
        .catch((err: unknown) => this.#log.debug({ err }, 'No heartbeat'))
        .then(() => this.#beatLater());
    }, BEAT_MS);
  }

  async #beat(): Promise<void> {
    const startedAt = performance.now();
    const { rows } = await sql<{ now_ms: number; alive: ServerId[]; closed: ServerId[] }>`
      with beat as (
        insert into server_heartbeats (server_id, seen_at) values (${this.serverId}, clock_timestamp())
        on conflict (server_id) do update set seen_at = excluded.seen_at
        returning seen_at
      )
      select (extract(epoch from beat.seen_at) * 1000)::float8 as now_ms, array(
        select server_id from server_heartbeats
        where not closed and seen_at > clock_timestamp() - ${STALE_MS} * interval '1 millisecond'
      ) as alive,
      array(select server_id from server_heartbeats where closed) as closed
      from beat`.execute(this.#db);
    const [row] = rows;
    if (!row) return;
    const endedAt = performance.now();
    this.#sample(row.now_ms, startedAt, endedAt);
    if (this.#lastBeatAt === null || endedAt - this.#lastBeatAt > STALE_MS) this.#steadySince = endedAt;
    this.#lastBeatAt = endedAt;
    this.#compare(new Set(row.alive.filter((serverId) => serverId !== this.serverId)), new Set(row.closed));
  }

  #sample(databaseMs: number, startedAt: number, endedAt: number): void {
    if (this.#sampled && endedAt - startedAt > MAX_SAMPLE_MS) return;
    this.#sampled = true;
    this.#offsetMs = databaseMs - (startedAt + endedAt) / 2;
  }

  #compare(alive: ReadonlySet<ServerId>, closed: ReadonlySet<ServerId>): void {
    const before = this.#alive;
    // After a gap of this server's own, as after one of the database's, the others must be given the time to beat.
    const steady = this.hasBeenSteady(STALE_MS);
    this.#alive = steady ? alive : new Set([...before, ...alive].filter((serverId) => !closed.has(serverId)));
    for (const serverId of alive) {
      if (!before.has(serverId)) for (const listener of [...this.#found]) listener(serverId);
    }
    for (const serverId of before) {
      if (!this.#alive.has(serverId)) for (const listener of [...this.#lost]) listener(serverId);
    }
  }
}

/** Rows of servers that no call refers to any more: without theirs its history could not be written, however long no server ran. */
async function removeForgotten(db: Db): Promise<void> {
  await sql`
    delete from server_heartbeats beat
    where seen_at < now() - ${KEPT_HOURS} * interval '1 hour'
      and not exists (select from live_group_members where server_id = beat.server_id)
      and not exists (select from live_group_guests where server_id = beat.server_id)
      and not exists (select from live_calls where server_id = beat.server_id)`.execute(db);
}
