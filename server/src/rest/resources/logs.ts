import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { logs as definition } from '#protocol/rest/resources/log.ts';
import { searchKey } from '#protocol/text.ts';
import type { Db } from '#server/db/database.ts';
import type { LogDetails } from '#server/db/log-details.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import type { Principal } from '#server/principal.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { findNamed } from '#server/rest/find-named.ts';
import {
  customerIs,
  isManagedBy,
  managedIds,
  partyName,
  readableCustomer,
  userIdOf,
} from '#server/rest/parties.ts';
import {
  all,
  anyOf,
  beginsWith,
  type Condition,
  contains,
  containsByIndex,
  isOneOf,
  isOneOfIds,
  none,
  rowSource,
} from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { referencesOfEntry, shownChanges, shownReferences } from './log-references.ts';

const id = sql.ref<string>('logs.id');
const time = sql.ref('logs.at');
const objectName = sql<string>`logs.details->>'objectName'`;
const actorName = sql<string>`logs.details->>'actorName'`;
/** Of an entry of an older version, the one of now. */
const actorCustomer = sql`coalesce((logs.details->>'actorCustomerId')::uuid,
  (select customer_id from users where id = logs.actor_id), (select customer_id from devices where id = logs.actor_id))`;
/** The index has entries with a name alone. */
const isNamed = sql<boolean>`(logs.details->>'objectName' is not null or logs.details->>'actorName' is not null)`;

const actorPaths: Readonly<Record<string, 'users' | 'devices' | 'admins'>> = {
  user: 'users',
  manager: 'users',
  device: 'devices',
  admin: 'admins',
};

export const logsResource = serverResource({
  definition,
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('logs')
        .leftJoin('users as lu', 'lu.id', 'logs.actor_id')
        .leftJoin('devices as ld', 'ld.id', 'logs.actor_id')
        .leftJoin('admins as la', 'la.id', 'logs.actor_id')
        .leftJoin('customers', 'customers.id', 'logs.customer_id')
        .selectAll('logs')
        .select([
          sql<number>`1::integer`.as('revision'),
          sql<string | null>`${partyName('lu', 'ld')}`.as('party_name'),
          sql<CustomerId | null>`coalesce(lu.customer_id, ld.customer_id)`.as('party_customer_id'),
          'la.mail as admin_mail',
          'customers.name as customer_name',
          referencesOfEntry.as('referred_to'),
        ]),
      id,
      db.selectFrom('logs'),
    ),
  id,
  reaches: { managed: isManagedBy(sql.ref('logs.customer_id')) },
  filters: {
    customer: customerIs(sql.ref('logs.customer_id')),
    resource: (values) => isOneOf(sql.ref('logs.resource'), values),
    resourceId: (values) => isOneOf(sql.ref('logs.resource_id'), values.map(idOfIri)),
    action: (values) => isOneOf(sql.ref('logs.action'), values),
    actorId: (values, principal) =>
      hasActor(isOneOf(sql.ref('logs.actor_id'), values.map(idOfIri)), principal),
    ...dateFilters('datetime', sql.ref('logs.at')),
  },
  orders: { datetime: time },
  async search(text, principal, isCommon, db) {
    if (principal === null) return none;
    const start = searchKey(text);
    const [ids, tried] = await Promise.all([findNamed(db, principal, text), findTried(db, principal, start)]);
    return anyOf(
      hasName(text, principal, isCommon),
      hasActor(isOneOfIds(sql.ref('logs.actor_id'), ids), principal),
      isOneOfIds(sql.ref('logs.resource_id'), ids),
      isOneOfIds(id, tried),
      sql<boolean>`(${hasReadableActor(principal)} and ${beginsWith(sql.ref('logs.address'), start)})`,
    );
  },

  cheapTotal({ db }, reach, filters) {
    if (reach !== 'all' || Object.keys(filters).length > 0) return undefined;
    return db
      .selectFrom('log_totals')
      .select(sql<number>`coalesce(sum(total), 0)::bigint`.as('total'))
      .executeTakeFirstOrThrow()
      .then(({ total }) => total);
  },

  show(row, { principal }) {
    const actorPath = actorPaths[row.actor_kind];
    const readable = mayReadActor(principal, row);
    return {
      id: row.id,
      datetime: row.at.toISOString(),
      actorKind: row.actor_kind,
      actor: row.actor_id !== null && actorPath && readable ? iri(actorPath, row.actor_id) : null,
      // An entry of an older version has no names: the ones of now stand in for them.
      actorName: readable ? (row.details?.actorName ?? row.party_name ?? row.admin_mail) : null,
      action: row.action,
      resource: row.resource,
      resourceId: row.resource_id,
      objectName: row.details?.objectName ?? null,
      customer: row.customer_id && iri('customers', row.customer_id),
      customerName: readableCustomer(principal, row.customer_id, row.customer_name),
      address: readable ? row.address : null,
      requestId: row.request_id,
      account: row.details?.account ?? null,
      attempts: row.details?.attempts ?? null,
      changes: shownChanges(row.details?.changes ?? [], row.referred_to, principal),
      references: shownReferences(row.referred_to, principal),
      name: `${row.resource} ${row.action}`,
    };
  },
});

/** Entries that recorded a name with the text, as far as the asker may read it. */
function hasName(text: string, principal: Principal, isCommon: boolean): Condition {
  const named = containsByIndex([objectName, actorName], searchIndexes.logs)(text, principal, isCommon);
  const found = sql<boolean>`(${isNamed} and ${named})`;
  if (principal.kind === 'admin') return found;
  const ofActor = sql<boolean>`(${hasReadableActor(principal)} and ${contains([actorName], text)})`;
  return sql<boolean>`(${found} and ${anyOf(contains([objectName], text), ofActor)})`;
}

/** As `mayReadActor`. */
const hasReadableActor = (principal: Principal): Condition =>
  principal.kind === 'admin'
    ? all
    : anyOf(
        isOneOf(actorCustomer, managedIds(principal)),
        sql<boolean>`logs.actor_id is not distinct from ${userIdOf(principal)}`,
        sql<boolean>`logs.actor_id is null`,
      );

/** A condition on the actor, which holds only where the asker may read who that is. */
function hasActor(condition: Condition, principal: Principal | null): Condition {
  if (principal === null) return none;
  return principal.kind === 'admin'
    ? condition
    : sql<boolean>`(${condition} and ${hasReadableActor(principal)})`;
}

/** Of failed sign-ins by names that begin alike, the newest: repeated ones are written down at 1, 10, 100 … anyway. */
const TRIED_AT_MOST = 1_000;

/** Rows with a name that was tried. Found first: the planner has no idea how many there are. */
async function findTried(db: Db, principal: Principal, start: string): Promise<readonly string[]> {
  const managed = principal.kind === 'admin' ? all : isManagedBy(sql.ref('logs.customer_id'))(principal);
  // Materialized, or they would be looked for in the order of time.
  const { rows } = await sql<{ id: string }>`
    with tried as materialized (
      select id, at from logs where details->>'account' is not null and ${managed}
        and ${beginsWith(sql`lower(details->>'account')`, start)})
    select id from tried order by at desc limit ${TRIED_AT_MOST}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Who acts on a customer need not be one of its people: who that was, and from where, is for those who may read the account.
 * An actor without an id is named for everyone who reads the entry.
 */
function mayReadActor(
  principal: Principal | null,
  actor: {
    readonly actor_id: string | null;
    readonly party_customer_id: CustomerId | null;
    readonly details: LogDetails | null;
  },
): boolean {
  if (principal === null) return false;
  if (principal.kind === 'admin' || actor.actor_id === null) return true;
  const customerId = actor.details?.actorCustomerId ?? actor.party_customer_id;
  if (customerId === null) return false;
  return userIdOf(principal) === actor.actor_id || managedIds(principal).includes(customerId);
}
