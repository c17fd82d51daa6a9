import { type RawBuilder, sql } from 'kysely';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { taskRows as definition, type TaskResource } from '#protocol/rest/resources/task.ts';
import type { Db } from '#server/db/database.ts';
import type { FieldChange } from '#server/db/log-details.ts';
import type { TaskRowRecord } from '#server/db/task-tables.ts';
import type { Principal } from '#server/principal.ts';
import { managedIds, partyName } from '#server/rest/parties.ts';
import { all, type Condition, isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { isTaskOf, taskRowState } from './tasks.ts';

const id = sql.ref<string>('task_rows.id');

/** What its items are called. */
const names: Readonly<Partial<Record<TaskResource, RawBuilder<string>>>> = {
  users: sql`select users.mail from users where users.id = task_rows.subject_id and`,
  devices: sql`select devices.serial_printed from devices where devices.id = task_rows.subject_id and`,
  groups: sql`select groups.name from groups where groups.id = task_rows.subject_id and`,
  recordings: sql`select recordings.name from recordings where recordings.id = task_rows.subject_id and`,
  webhooks: sql`select webhooks.url from webhooks where webhooks.id = task_rows.subject_id and`,
  // Before the other side has approved, no more than what was typed (specification C3).
  pairs: sql`select concat(${partyName('owner', 'owner_device')}, ' → ',
      case when pairs.state = 'VERIFIED' then ${partyName('users', 'devices')}
      else replace(pairs.label, E'\\n', ' ') end) from pairs
    left join users as owner on owner.id = pairs.owner_user_id
    left join devices as owner_device on owner_device.id = pairs.owner_device_id
    left join users on users.id = pairs.target_user_id
    left join devices on devices.id = pairs.target_device_id
    where pairs.id = task_rows.subject_id and`,
};

/** The name of the item, as long as the asker still manages whose it is. */
function itemNameFor(principal: Principal | null): RawBuilder<string | null> {
  const seen = (table: string): Condition =>
    principal?.kind === 'admin'
      ? all
      : isOneOf(sql.ref(`${table}.customer_id`), principal ? managedIds(principal) : []);
  const cases = Object.entries(names).map(
    ([resource, select]) => sql`when ${resource} then (${select} ${seen(resource)})`,
  );
  return sql`case tasks.resource ${sql.join(cases, sql` `)} end`;
}

/** What an import's row is called in its file: by address, serial number or both sides of the pair. */
const key = sql<string | null>`coalesce(task_rows.body ->> 'email', task_rows.body ->> 'serialNumber',
  case when task_rows.body ?| array['owner', 'target'] then
    concat(coalesce(nullif(task_rows.body ->> 'owner', ''), '–'), ' → ', coalesce(nullif(task_rows.body ->> 'target', ''), '–')) end)`;

/** Values of an item that the asker can no longer see are hidden, like its name. Those of one to be added are the file's. */
const shownChanges = ({ item_name, changes, outcome, subject_id }: NamedRow): readonly FieldChange[] =>
  item_name !== null || (outcome === 'add' && subject_id === null) ? (changes ?? []) : [];

interface Named {
  readonly resource: TaskResource;
  readonly item_name: string | null;
  readonly key: string | null;
}

/** Of a pair, what the file says: there it is the only one with these two sides. */
const nameOf = ({ resource, item_name, key }: Named): string | null =>
  resource === 'pairs' ? (key ?? item_name) : (item_name ?? key);

type NamedRow = Pick<TaskRowRecord, 'changes' | 'outcome' | 'subject_id'> & {
  readonly item_name: string | null;
};

/** Names the stored state too, for the index. */
function isInState(states: readonly string[]): Condition {
  const stored = states.includes('cancelled') ? [...states, 'waiting'] : states;
  return sql<boolean>`(${isOneOf(sql.ref('task_rows.state'), stored)} and ${isOneOf(taskRowState, states)})`;
}

export const taskRowsResource = serverResource({
  definition,
  rows: (db: Db, principal) =>
    rowSource(
      db
        .selectFrom('task_rows')
        .innerJoin('tasks', 'tasks.id', 'task_rows.task_id')
        .selectAll('task_rows')
        .select([
          'tasks.resource',
          sql<number>`1::integer`.as('revision'),
          itemNameFor(principal).as('item_name'),
          key.as('key'),
          taskRowState.as('shown_state'),
        ]),
      id,
    ),
  id,
  reaches: { own: isTaskOf },
  filters: {
    task: (values) => isOneOf(sql.ref('task_rows.task_id'), values.map(idOfIri)),
    state: isInState,
    outcome: (values) => isOneOf(sql.ref('task_rows.outcome'), values),
  },
  orders: { number: sql.ref('task_rows.number') },

  show: (row) => ({
    id: row.id,
    task: iri('tasks', row.task_id),
    number: row.number,
    line: row.line ?? row.number,
    name: nameOf(row),
    subject: row.subject_id && iri(row.resource, row.subject_id),
    state: row.shown_state,
    outcome: row.outcome,
    // The database has no order of names; an export writes them as they come.
    changes: shownChanges(row).map(({ field, before, after }) => ({ field, before, after })),
    error: row.code,
    fields: (row.violations ?? []).map(({ propertyPath, code, row: first }) => ({
      propertyPath,
      code,
      ...(first !== undefined && { row: first }),
    })),
  }),
});
