import { type RawBuilder, sql } from 'kysely';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { connections as definition } from '#protocol/rest/resources/connection.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { ownedRows, partyIri, partyOf, partyOfColumns } from '#server/rest/parties.ts';
import { anyOf, contains, isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('connections.id');
const owned = ownedRows('connections', 'user_id', 'device_id');

/** Rows are written by the calls, once, and change no more; only what the client saw is added. */
const WRITTEN_ONCE = 1;

export const connectionsResource = serverResource({
  definition,
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('connections')
        .selectAll('connections')
        .select([
          sql<number>`${WRITTEN_ONCE}::integer`.as('revision'),
          sql<boolean>`(exists (select from users where id = connections.user_id)
            or exists (select from devices where id = connections.device_id))`.as('has_owner'),
        ]),
      id,
    ),
  id,
  reaches: owned.reaches,
  filters: {
    ...owned.filters,
    kind: (values) => isOneOf(sql.ref('connections.kind'), values),
    // The asker's own alone, which an index finds: to look for a name in everyone's would read them all.
    ownPeer: (values, principal) => {
      const named = anyOf(...values.map((value) => contains([sql.ref('connections.peer_name')], value)));
      return sql<boolean>`(${owned.isOwner(partyOf(principal))} and ${named})`;
    },
    ...dateFilters('start', sql.ref('connections.started_at')),
  },
  orders: { start: sql.ref('connections.started_at'), duration: sql.ref('connections.duration_s') },

  /** From the rollups, which hold how many rows each customer has. */
  cheapTotal({ db, principal }, reach, { customer, 'owner.customer': ofOwner, ...others }) {
    if (Object.keys(others).length > 0) return undefined;
    const named = [customer, ofOwner].filter((values) => values !== undefined);
    const within = (column: string) =>
      sql`(${sql.join([sql`true`, ...named.map((values) => isOneOf(sql.ref(column), values.map(idOfIri)))], sql` and `)})`;
    if (principal?.kind === 'admin' && reach === 'all') return totalOf(db, null, within);
    if (principal?.kind !== 'manager' || reach !== 'managedOrOwn') return undefined;
    return totalOf(db, principal, within);
  },

  show: (row) => ({
    id: row.id,
    callId: row.call_id,
    kind: row.kind,
    owner: row.has_owner ? partyIri(partyOfColumns(row.user_id, row.device_id)) : null,
    customer: iri('customers', row.customer_id),
    peerId: row.peer_id,
    name: row.peer_name,
    outgoing: row.outgoing,
    start: row.started_at.toISOString(),
    end: row.ended_at.toISOString(),
    duration: row.duration_s,
    endReason: row.end_reason,
    bytes: row.bytes,
    relayed: row.relayed,
    reportedDuration: row.reported_duration_s,
    quality: row.quality,
  }),
});

/** Of all customers, or of those that a manager manages, with the manager's own calls from elsewhere. */
async function totalOf(
  db: Db,
  manager: Extract<Principal, { kind: 'manager' }> | null,
  within: (column: string) => RawBuilder<unknown>,
): Promise<number> {
  const managed = manager === null ? sql`true` : isOneOf(sql.ref('customer_id'), manager.manages);
  const elsewhere =
    manager === null
      ? sql`0`
      : sql`(select count(*) from connections where user_id = ${manager.id} and not ${managed} and ${within('customer_id')})`;
  const { rows } = await sql<{ total: number }>`
    select (coalesce(sum(calls), 0) + ${elsewhere})::bigint as total from connection_days where ${managed} and ${within('customer_id')}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
