import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { CallId, GroupId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { Db } from './database.ts';
import { persistently } from './persistently.ts';

/** Of one recording. Later messages are left out. */
const MAX_MESSAGES = 10_000;
/** Messages that wait for a database that is away. Later ones are left out. */
const MAX_WAITING = 1_000;

interface Message {
  readonly id: string;
  readonly party: Party;
  readonly text: string;
  /** By `performance.now()`. */
  readonly saidMs: number;
}

/** Keeps what is written in the chat of a call while a server records it (SPEC.md, R10). The chat itself never waits for it. */
export class RecordedChat {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Without effect where the call is not recorded. */
  said(targetId: GroupId | CallId, party: Party, text: string): void {
    if (this.#waiting === MAX_WAITING) {
      this.#log.warn({ targetId }, 'message of a recorded chat left out: too many wait for the database');
      return;
    }
    const message = { id: randomUUID(), party, text, saidMs: performance.now() };
    this.#waiting += 1;
    this.#writing = this.#writing
      .then(() => persistently(() => insertMessage(this.#db, targetId, message), this.#closing.signal))
      .catch((err: unknown) =>
        this.#log.error({ err, targetId }, 'message of a recorded chat not written down'),
      )
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Waits for what is being written; can be called twice. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }
}

/**
 * Can be carried out twice. A recording that has stopped meanwhile still gets what was written before. All times are by the clock of the
 * database: those of servers may be wrong.
 */
async function insertMessage(
  db: Db,
  targetId: GroupId | CallId,
  { id, party, text, saidMs }: Message,
): Promise<void> {
  const saidAt = sql<Date>`now() - ${performance.now() - saidMs} * interval '1 millisecond'`;
  await sql`
    insert into recording_messages (id, recording_id, party_kind, party_id, party_name, text, said_at)
    select ${id}, r.id, ${party.kind}, ${party.id}, ${party.name}, ${text}, ${saidAt} from recordings r
    where r.target_id = ${targetId} and r.state in ('starting', 'recording', 'finishing')
      and r.created_at <= ${saidAt} and (r.ended_at is null or r.ended_at >= ${saidAt})
      and (select count(*) from recording_messages m where m.recording_id = r.id) < ${MAX_MESSAGES}
    order by r.created_at desc limit 1
    on conflict (id) do nothing`.execute(db);
}
