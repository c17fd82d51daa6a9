import { type Kysely, sql } from 'kysely';

/** Fields whose values name people, as the API names them. */
const PEOPLE_FIELDS = sql.raw(
  "array['email', 'nickname', 'mail', 'owner', 'user', 'manager', 'managers', 'memberPairs', 'guests']",
);

/**
 * The audit log keeps the id of someone who is deleted in place of name and mail address (server/src/forget-person.ts). An older server
 * keeps working on it: it only adds, and replaces what a function does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- All names and addresses in an entry, in small letters. Only built-in functions: an index has it.
create function log_people(details jsonb) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct lower(item)) from (
    select unnest(string_to_array(value, ', ')) as item
    from jsonb_array_elements(
        case jsonb_typeof(details->'changes') when 'array' then details->'changes' else '[]'::jsonb end) as entries (change),
      lateral (values (change->>'before'), (change->>'after')) as sides (value)
    where change->>'field' = any (${PEOPLE_FIELDS})
    union all select details->>'objectName'
    union all select details->>'actorName'
    union all select details->>'account'
  ) items where item is not null
$$;

-- A value of a change: the person's own, or a list that may name the person.
create function forgotten_value(value text, is_own boolean, person text, names text[]) returns text
language sql immutable parallel safe as $$
  select case
    when value is null then null
    when is_own then person
    else coalesce((
      select string_agg(case when lower(item) = any (names) then person else item end, ', ' order by number)
      from unnest(string_to_array(value, ', ')) with ordinality as items (item, number)), value)
  end
$$;

-- The details of an entry without the person's names. Addresses are one person's alone, and replaced wherever they stand.
create function forgotten_details(
  details jsonb, is_actor boolean, is_nameless boolean, is_object boolean, person text, addresses text[], names text[]
) returns jsonb language sql immutable parallel safe as $$
  select details
    || case
      when details->>'actorName' is null then '{}'::jsonb
      when is_actor then jsonb_build_object('actorName', person)
      -- An actor who is named without an id, to those who may not know it.
      when is_nameless and lower(details->>'actorName') = any (names) then jsonb_build_object('actorName', 'deleted user')
      else '{}'::jsonb
    end
    || case
      when details->>'objectName' is not null and (is_object or lower(details->>'objectName') = any (addresses))
      then jsonb_build_object('objectName', person) else '{}'::jsonb
    end
    || case
      when lower(details->>'account') = any (addresses) then jsonb_build_object('account', person) else '{}'::jsonb
    end
    || case jsonb_typeof(details->'changes') when 'array' then jsonb_build_object('changes', (
      select coalesce(jsonb_agg(
        case when change->>'field' = any (${PEOPLE_FIELDS}) then change || jsonb_build_object(
          'before', forgotten_value(change->>'before', is_own, person, names),
          'after', forgotten_value(change->>'after', is_own, person, names))
        else change end order by number), '[]'::jsonb)
      from jsonb_array_elements(details->'changes') with ordinality as changes (change, number),
        lateral (select is_object and change->>'field' in ('email', 'nickname') as is_own) as own
    )) else '{}'::jsonb end
$$;

-- The one way to change an entry. 'subjects': the ids under which the log has the person as an object. Changes that many entries at most;
-- returns how many it has changed. The setting holds for the call alone.
create function forget_in_logs(person uuid, subjects uuid[], addresses text[], names text[], at_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set hibiki.forgets_person = 'on' as $$
declare
  changed integer;
begin
  with entries as materialized (
    select logs.id, logs.details as was, forgotten_details(logs.details, coalesce(actor_id = person, false), actor_id is null,
      coalesce(resource_id = any (subjects), false), person::text, addresses, names) as becomes
    from logs
    where logs.details is not null
      and (actor_id = person or resource_id = any (subjects) or log_people(logs.details) && names)
  ), batch as (
    select id, becomes from entries where becomes is distinct from was limit at_most
  )
  update logs set details = batch.becomes from batch where logs.id = batch.id;
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke all on function forget_in_logs from public;

create or replace function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('hibiki.removes_old_logs', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and current_setting('hibiki.forgets_person', true) = 'on' then
    return null;
  end if;
  raise exception 'logs are append only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
`.execute(db);
}

/** By which the copies of a name are found, and old notifications. */
export const indexes = {
  logs_people: 'on logs using gin (log_people(details)) where details is not null',
  webhook_deliveries_subject: 'on webhook_deliveries (subject text_pattern_ops)',
  recording_files_party: 'on recording_files (party_id)',
  task_rows_subject: 'on task_rows (subject_id) where subject_id is not null',
  notifications_appears: 'on notifications (appears_at)',
  notification_reads_notification: 'on notification_reads (notification_id)',
};
