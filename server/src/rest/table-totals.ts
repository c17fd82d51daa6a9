import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Reach } from './access-table.ts';

/** How many rows a whole table has, as its triggers keep it; undefined where not all of them are listed. */
export function totalOfTable(
  db: Db,
  table: 'users' | 'devices' | 'pairs' | 'groups',
  reach: Reach,
  filters: Readonly<Record<string, readonly string[]>>,
): Promise<number> | undefined {
  if (reach !== 'all' || Object.keys(filters).length > 0) return undefined;
  return db
    .selectFrom('row_totals')
    .where('table_name', '=', table)
    .select(sql<number>`coalesce(sum(total), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
    .then(({ total }) => total);
}
