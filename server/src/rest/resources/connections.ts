import { sql } from 'kysely';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { connections as definition } from '#protocol/rest/resources/connection.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { isParty, managedIds, ownerIs, partyIri, partyOf, partyOfColumns } from '#server/rest/parties.ts';
import { isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('connections.id');
const userColumn = sql.ref('connections.user_id');
const deviceColumn = sql.ref('connections.device_id');
const customerColumn = sql.ref('connections.customer_id');

/** Rows are written by the calls, once, and change no more; only what the client saw is added. */
const WRITTEN_ONCE = 1;

export const connectionsResource = serverResource({
  definition,
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('connections')
        .selectAll('connections')
        .select(sql<number>`${WRITTEN_ONCE}::integer`.as('revision')),
    ),
  id,
  reaches: {
    own: (principal) => isParty(partyOf(principal), userColumn, deviceColumn),
    managed: (principal) => isOneOf(customerColumn, managedIds(principal)),
  },
  filters: {
    owner: ownerIs(userColumn, deviceColumn),
    customer: (values) => isOneOf(customerColumn, values.map(idOfIri)),
    'owner.customer': (values) => isOneOf(customerColumn, values.map(idOfIri)),
    kind: (values) => isOneOf(sql.ref('connections.kind'), values),
    ...dateFilters('start', sql.ref('connections.started_at')),
  },
  orders: { start: sql.ref('connections.started_at'), duration: sql.ref('connections.duration_s') },

  /** From the rollups, which hold how many rows each customer has. */
  cheapTotal({ db, principal }, reach) {
    if (principal?.kind === 'admin' && reach === 'all') return totalOf(db, null);
    if (principal?.kind !== 'manager' || reach !== 'managedOrOwn') return undefined;
    return totalOf(db, principal);
  },

  show: (row) => ({
    id: row.id,
    callId: row.call_id,
    kind: row.kind,
    owner: partyIri(partyOfColumns(row.user_id, row.device_id)),
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
async function totalOf(db: Db, manager: Extract<Principal, { kind: 'manager' }> | null): Promise<number> {
  const managed = manager === null ? sql`true` : isOneOf(sql.ref('customer_id'), manager.manages);
  const elsewhere =
    manager === null
      ? sql`0`
      : sql`(select count(*) from connections where user_id = ${manager.id} and not ${managed})`;
  const { rows } = await sql<{ total: number }>`
    select (coalesce(sum(calls), 0) + ${elsewhere})::bigint as total from connection_days where ${managed}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
