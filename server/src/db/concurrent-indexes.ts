import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Indexes that a migration exports as `indexes`, by their names, each with what follows its name in `create index`. They are built
 * after the migrations, while servers go on reading and writing the table, so that tables with millions of rows have theirs here.
 */
export type ConcurrentIndexes = Readonly<Record<string, string>>;

/** How the steps of a migration are followed. */
export interface Steps {
  /** Ends it between two steps, with what they have done. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each step that may take long. */
  readonly onProgress: (step: string) => void;
}

/** Builds those that are missing, and those whose building was interrupted. Holds no lock that reading or writing would wait for. */
export async function buildIndexes(
  db: Db,
  indexes: ConcurrentIndexes,
  { signal, onProgress }: Steps,
): Promise<void> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace`.execute(db);
  const valid = new Map(rows.map((row) => [row.name, row.valid]));
  const missing = Object.entries(indexes).filter(([name]) => valid.get(name) !== true);
  if (missing.length === 0) return;
  await db.connection().execute(async (connection) => {
    // It waits for transactions that began before it, which may take long and holds up no one.
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      for (const [name, definition] of missing) {
        signal?.throwIfAborted();
        onProgress(`Building the index ${name}`);
        if (valid.has(name)) await sql`drop index concurrently ${sql.ref(name)}`.execute(connection);
        await sql`create index concurrently ${sql.ref(name)} ${sql.raw(definition)}`.execute(connection);
        await analyzeExpressions(connection, name);
      }
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** Until its table is analyzed the planner has no idea how many rows an expression of the index finds. Reads some rows of it, and holds up no one. */
async function analyzeExpressions(db: Db, index: string): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indexrelid = ${index}::regclass and i.indexprs is not null`.execute(db);
  for (const { table } of rows) await sql`analyze ${sql.ref(table)}`.execute(db);
}
