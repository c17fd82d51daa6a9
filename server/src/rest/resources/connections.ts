import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Quality } from '#protocol/call-quality.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { connections as definition } from '#protocol/rest/resources/connection.ts';
import type { Db } from '#server/db/database.ts';
import type { ConnectionsTable } from '#server/db/history-tables.ts';
import type { Principal } from '#server/principal.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { findNamed } from '#server/rest/find-named.ts';
import {
  ownedRows,
  partyIri,
  partyName,
  partyOf,
  partyOfColumns,
  readableCustomer,
} from '#server/rest/parties.ts';
import { anyOf, type Condition, contains, isOneOf, isOneOfIds, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('connections.id');
const time = sql.ref('connections.started_at');
const updated = sql.ref('connections.updated_at');
const owned = ownedRows('connections', 'user_id', 'device_id');

/** Both by the index of those of which it is known. */
const isRelayed: Condition = sql<boolean>`connections.relayed`;
const isDirect: Condition = sql<boolean>`(connections.relayed is not null and not connections.relayed)`;

/** Rows are written by the calls, once, and change no more; only what the client saw is added. */
const WRITTEN_ONCE = 1;

export const connectionsResource = serverResource({
  definition,
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('connections')
        .leftJoin('users as cu', 'cu.id', 'connections.user_id')
        .leftJoin('devices as cd', 'cd.id', 'connections.device_id')
        .leftJoin('customers', 'customers.id', 'connections.customer_id')
        .selectAll('connections')
        .select([
          sql<number>`${WRITTEN_ONCE}::integer`.as('revision'),
          sql<string | null>`${partyName('cu', 'cd')}`.as('owner_name'),
          'customers.name as customer_name',
          sql<Quality | null>`quality_of_call(good_s, fair_s, poor_s)`.as('connection_quality'),
        ]),
      id,
      db.selectFrom('connections'),
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
    callId: (values) => isOneOf(sql.ref('connections.call_id'), values),
    peerId: (values) => isOneOf(sql.ref('connections.peer_id'), values.map(idOfIri)),
    endReason: (values) => isOneOf(sql.ref('connections.end_reason'), values),
    relayed: (values) => anyOf(...values.map((value) => (value === 'true' ? isRelayed : isDirect))),
    ...dateFilters('start', time),
    ...dateFilters('updated', updated),
  },
  orders: { start: time, duration: sql.ref('connections.duration_s'), updated },
  /** Everyone finds the own calls by whom they were with; managers and admins those of the people and groups that they may read. */
  async search(text, principal, _isCommon, db) {
    const own: Condition = sql<boolean>`(${owned.isOwner(partyOf(principal))} and ${contains([sql.ref('connections.peer_name')], text)})`;
    if (principal?.kind !== 'manager' && principal?.kind !== 'admin') return own;
    const ids = await findNamed(db, principal, text);
    return anyOf(
      own,
      ...['user_id', 'device_id', 'peer_id'].map((column) =>
        isOneOfIds(sql.ref(`connections.${column}`), ids),
      ),
    );
  },

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

  show: (row, { principal }) => ({
    ...measuredIn(row),
    id: row.id,
    callId: row.call_id,
    kind: row.kind,
    owner: row.owner_name === null ? null : partyIri(partyOfColumns(row.user_id, row.device_id)),
    ownerKind: row.user_id === null ? ('device' as const) : ('user' as const),
    ownerName: row.owner_name,
    customer: iri('customers', row.customer_id),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
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
    updated: row.updated_at.toISOString(),
  }),
});

type Measured = Pick<
  Selectable<ConnectionsTable>,
  'duration_s' | 'set_up_ms' | 'good_s' | 'fair_s' | 'poor_s' | 'mean_loss' | 'mean_round_trip_ms'
> & { readonly connection_quality: Quality | null };

/** Calls that nobody answered, and those shorter than a second, are shown without a quality, even if something was measured. */
const measuredIn = (row: Measured) => {
  const isConnected = row.duration_s > 0;
  return {
    setUpTime: isConnected ? row.set_up_ms : null,
    connectionQuality: isConnected ? row.connection_quality : null,
    goodTime: isConnected ? row.good_s : null,
    fairTime: isConnected ? row.fair_s : null,
    poorTime: isConnected ? row.poor_s : null,
    loss: isConnected ? row.mean_loss : null,
    roundTripTime: isConnected ? row.mean_round_trip_ms : null,
  };
};

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
