import type { ClientBase } from 'pg';

/** A table as it is written to a backup and read back. */
export interface BackupTable {
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: readonly string[];
}

/** What is true only of the processes that run, and the migrator's own. */
const LEFT_OUT = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'media_nodes',
  'room_leases',
  'node_drains',
  'rate_limits',
]);

const COLUMNS = `
select c.relname as table_name,
  array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
  array(
    select distinct k.confrelid::regclass::text from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
  ) as refers_to
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
group by c.oid, c.relname
order by c.relname`;

interface TableRow {
  readonly table_name: string;
  readonly columns: readonly string[];
  readonly refers_to: readonly string[];
}

/** All tables that a backup has, those that are referred to before those that refer to them. */
export async function readBackupTables(client: ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<TableRow>(COLUMNS);
  const waiting = new Map(
    rows.filter(({ table_name }) => !LEFT_OUT.has(table_name)).map((row) => [row.table_name, row]),
  );
  const ordered: BackupTable[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ refers_to }) => !refers_to.some((name) => waiting.has(name)));
    if (!next) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(next.table_name);
    ordered.push({ name: next.table_name, columns: next.columns });
  }
  return ordered;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `"name" ("column", …)`, as COPY takes it. */
export const copyTarget = ({ name, columns }: BackupTable): string =>
  `${quote(name)} (${columns.map(quote).join(', ')})`;

export const quoteTable = ({ name }: BackupTable): string => quote(name);
