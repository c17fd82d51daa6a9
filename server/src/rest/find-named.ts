import { type Expression, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import type { Principal } from '#server/principal.ts';
import { isManagedBy } from './parties.ts';
import { all, type Condition, containsByIndex } from './row-source.ts';

/** Of a text that more people have, the newest: who looks for a name writes more of it then. */
const NAMED_AT_MOST = 500;

const sources = {
  users: ['mail', 'nickname'],
  devices: ['serial', 'serial_printed', 'name'],
  groups: ['name'],
} as const;
const tables = ['users', 'devices', 'groups'] as const;

/**
 * Ids of the users, devices and groups that have a text and that a manager or an admin may read, by the search indexes. For
 * lists that refer to them in millions of rows: found first, so that the planner knows how many there are.
 */
export async function findNamed(db: Db, principal: Principal, text: string): Promise<readonly string[]> {
  const found = tables.map((table) => {
    const column = (name: string): Expression<unknown> => sql.ref(`${table}.${name}`);
    const managed: Condition =
      principal.kind === 'admin' ? all : isManagedBy(column('customer_id'))(principal);
    const named = containsByIndex(sources[table].map(column), searchIndexes[table])(text);
    return sql`(select id from ${sql.table(table)} where ${managed} and ${named} order by id desc limit ${NAMED_AT_MOST})`;
  });
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(found, sql` union all `)}) as named order by id desc limit ${NAMED_AT_MOST}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
