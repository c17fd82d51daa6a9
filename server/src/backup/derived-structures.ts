import type { ClientBase } from 'pg';
import type { Progress } from './progress.ts';

/** An index or a foreign key, by the statements that take it away and make it again. */
interface Derived {
  readonly name: string;
  readonly drop: string;
  readonly make: string;
}

/** Those that belong to no constraint; primary keys and unique constraints stay. */
const INDEXES = `
select i.indexrelid::regclass::text as name, format('drop index %s', i.indexrelid::regclass) as drop,
  pg_get_indexdef(i.indexrelid) as make
from pg_index i join pg_class t on t.oid = i.indrelid
where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
  and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
order by 1`;

const FOREIGN_KEYS = `
select conname as name, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
order by conrelid::regclass::text, conname`;

/** For sorting an index, in this transaction alone. */
const MEMORY = "set local maintenance_work_mem = '256MB'";

/**
 * Takes away what is much quicker made from all rows at once than row by row, within a transaction of the caller's. Returns what
 * `makeDerived` needs to make it again.
 */
export async function dropDerived(client: ClientBase): Promise<readonly Derived[]> {
  const { rows: foreignKeys } = await client.query<Derived>(FOREIGN_KEYS);
  const { rows: indexes } = await client.query<Derived>(INDEXES);
  // Foreign keys first, since one may rest on a unique index; made again, they come last.
  for (const { drop } of [...foreignKeys, ...indexes]) await client.query(drop);
  return [...indexes, ...foreignKeys];
}

export async function makeDerived(
  client: ClientBase,
  derived: readonly Derived[],
  progress: Progress,
): Promise<void> {
  await client.query(MEMORY);
  for (const [index, { name, make }] of derived.entries()) {
    progress.step(() => `indexes and foreign keys: ${index} of ${derived.length}, now ${name}`);
    await client.query(make);
  }
}
