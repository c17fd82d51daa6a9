import { sql } from 'kysely';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { logs as definition } from '#protocol/rest/resources/log.ts';
import type { Db } from '#server/db/database.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { customerIs, isManagedBy } from '#server/rest/parties.ts';
import { isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('logs.id');

const actorPaths: Readonly<Record<string, 'users' | 'devices' | 'admins'>> = {
  user: 'users',
  manager: 'users',
  device: 'devices',
  admin: 'admins',
};

export const logsResource = serverResource({
  definition,
  rows: (db: Db) =>
    rowSource(db.selectFrom('logs').selectAll('logs').select(sql<number>`1::integer`.as('revision')), id),
  id,
  reaches: { managed: isManagedBy(sql.ref('logs.customer_id')) },
  filters: {
    customer: customerIs(sql.ref('logs.customer_id')),
    resource: (values) => isOneOf(sql.ref('logs.resource'), values),
    resourceId: (values) => isOneOf(sql.ref('logs.resource_id'), values.map(idOfIri)),
    action: (values) => isOneOf(sql.ref('logs.action'), values),
    actorId: (values) => isOneOf(sql.ref('logs.actor_id'), values.map(idOfIri)),
    ...dateFilters('datetime', sql.ref('logs.at')),
  },
  orders: { datetime: sql.ref('logs.at') },

  cheapTotal({ db }, reach, filters) {
    if (reach !== 'all' || Object.keys(filters).length > 0) return undefined;
    return db
      .selectFrom('log_totals')
      .select(sql<number>`coalesce(sum(total), 0)::bigint`.as('total'))
      .executeTakeFirstOrThrow()
      .then(({ total }) => total);
  },

  show(row) {
    const actorPath = actorPaths[row.actor_kind];
    return {
      id: row.id,
      datetime: row.at.toISOString(),
      actorKind: row.actor_kind,
      actor: row.actor_id !== null && actorPath ? iri(actorPath, row.actor_id) : null,
      action: row.action,
      resource: row.resource,
      resourceId: row.resource_id,
      customer: row.customer_id && iri('customers', row.customer_id),
      address: row.address,
      requestId: row.request_id,
      account: row.details?.account ?? null,
      attempts: row.details?.attempts ?? null,
      changes: [...(row.details?.changes ?? [])],
      name: `${row.resource} ${row.action}`,
    };
  },
});
