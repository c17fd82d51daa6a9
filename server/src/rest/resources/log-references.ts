import { type RawBuilder, sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import type { FieldChange } from '#server/db/log-details.ts';
import type { Principal } from '#server/principal.ts';
import { managedIds } from '#server/rest/parties.ts';

/** An object that the filters of an export name. */
interface ReferenceRow {
  readonly id: string;
  /** Path of its resource; null: of no object that is or was known. */
  readonly resource: string | null;
  /** Null: deleted. */
  readonly name: string | null;
  /** Whose managers may read the name; null: everyone who may read the entry. */
  readonly customerId: CustomerId | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Calls and tasks have no name of their own: lists tell them apart by when they began. */
const MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** Name and customer by the path of the resource; each is read by its id. */
const sources: readonly (readonly [path: string, name: string, customerId: string])[] = [
  ['users', "coalesce(nullif(nickname, ''), mail)", 'customer_id'],
  ['devices', "coalesce(nullif(name, ''), serial_printed)", 'customer_id'],
  ['groups', 'name', 'customer_id'],
  ['customers', 'name', 'id'],
  ['pairs', "coalesce(nullif(name, ''), label)", 'customer_id'],
  ['recordings', 'name', 'customer_id'],
  ['webhooks', 'name', 'customer_id'],
  ['notifications', "coalesce(nullif(title_en, ''), title_ja)", 'customer_id'],
  ['admins', 'mail', 'null::uuid'],
  ['tasks', `to_char(created_at at time zone 'UTC', '${MOMENT}')`, 'null::uuid'],
];

const named = sql.join(
  sources.map(
    ([path, name, customerId]) => sql`
      select ${path}::text as resource, ${sql.raw(name)} as name, ${sql.raw(customerId)} as customer_id
      from ${sql.table(path)} where id = given.id`,
  ),
  sql` union all `,
);

/** In SQL, what the filters of an export refer to; null of entries about anything else. Names are those of now. */
export const referencesOfEntry: RawBuilder<readonly ReferenceRow[] | null> = sql`
  case when logs.action = 'export' then (
    select jsonb_agg(jsonb_build_object('id', given.id, 'resource', coalesce(known.resource, gone.resource), 'name', known.name,
      'customerId', known.customer_id))
    from (
      select distinct found[1]::uuid as id
      from jsonb_array_elements(coalesce(logs.details->'changes', '[]')) as change,
        regexp_matches(change->>'after', ${UUID}, 'g') as found
      where change->>'field' = 'query'
    ) as given
    left join lateral (
      ${named}
      union all
      (select 'calls', to_char(started_at at time zone 'UTC', ${MOMENT}), null::uuid from connections
        where call_id = given.id and (logs.customer_id is null or customer_id = logs.customer_id)
        order by started_at limit 1)
    ) as known on true
    left join lateral (
      -- The trail itself knows what was deleted.
      select older.resource from logs as older where older.resource_id = given.id and older.action <> 'export'
      order by older.at desc limit 1
    ) as gone on known.resource is null
  ) end`;

/** Administrators are hidden from managers, and so are their ids: an id would link all that one of them did. */
const isHidden = ({ resource }: ReferenceRow, principal: Principal | null): boolean =>
  resource === 'admins' && principal?.kind !== 'admin';

/** The references as `principal` may read them: only who manages the customer of an object reads its name. */
export const shownReferences = (rows: readonly ReferenceRow[] | null, principal: Principal | null) =>
  (rows ?? [])
    .filter((row) => !isHidden(row, principal))
    .map(({ id, resource, name, customerId }) => {
      const isReadable =
        principal?.kind === 'admin' ||
        customerId === null ||
        (principal !== null && managedIds(principal).includes(customerId));
      return { id, resource, name: isReadable ? name : null, isDeleted: name === null };
    });

/** Replaces hidden ids in the query of an export. */
const HIDDEN_ID = '…';

/** The changes as `principal` may read them. */
export function shownChanges(
  changes: readonly FieldChange[],
  rows: readonly ReferenceRow[] | null,
  principal: Principal | null,
): FieldChange[] {
  const hidden = (rows ?? []).filter((row) => isHidden(row, principal)).map(({ id }) => id);
  if (hidden.length === 0) return [...changes];
  const shown = (value: string | null) =>
    value && hidden.reduce((text, id) => text.replaceAll(new RegExp(id, 'gi'), HIDDEN_ID), value);
  return changes.map(({ field, before, after }) => ({ field, before: shown(before), after: shown(after) }));
}
