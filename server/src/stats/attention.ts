import { type RawBuilder, sql } from 'kysely';
import {
  ATTENTION_COUNTED,
  ATTENTION_NAMED,
  type AttentionKind,
  attentionKinds,
  FAILURE_DAYS,
  SILENT_DEVICE_DAYS,
  UNANSWERED_INVITATION_DAYS,
} from '#protocol/attention-kinds.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { taskName } from '#server/db/task-name.ts';

/** Those that the database knows of. */
export type StoredAttentionKind = Exclude<AttentionKind, 'disk-low' | 'media-nodes-missing'>;

/** What one kind has to show. */
export interface AttentionFound {
  readonly kind: StoredAttentionKind;
  readonly count: number;
  readonly more: boolean;
  readonly first: readonly AttentionItem[];
}

export interface AttentionItem {
  readonly id: string;
  readonly name: string;
  readonly since: Date | null;
  readonly customer: CustomerId | null;
}

/** What is looked at, and for whom. */
interface Looked {
  /** Condition that a column names one of the customers that are looked at. */
  readonly of: (column: string) => RawBuilder<boolean>;
  /** Tasks are seen by who has asked for them alone. */
  readonly askerId: string | null;
}

const daysAgo = (days: number): RawBuilder<Date> => sql`now() - ${days}::integer * interval '1 day'`;

/** Of each kind all rows, as `id`, `name`, `since` and `customer`; the first ones are those that `since` sorts first. */
const rowsOf: Readonly<
  Record<
    StoredAttentionKind,
    (looked: Looked) => { readonly rows: RawBuilder<unknown>; readonly newest: boolean }
  >
> = {
  'webhooks-failing': ({ of }) => ({
    newest: false,
    rows: sql`select id, coalesce(nullif(name, ''), url) as name, failing_since as since, customer_id as customer
      from webhooks where failing_since is not null and ${of('customer_id')}`,
  }),
  'recordings-interrupted': ({ of }) => ({
    newest: true,
    rows: sql`select id, name, started_at as since, customer_id as customer from recordings
      where state in ('interrupted', 'failed') and started_at > ${daysAgo(FAILURE_DAYS)} and ${of('customer_id')}`,
  }),
  // A mail belongs to no customer: to that of who has caused it, or of who would have got it.
  'mails-failed': ({ of }) => ({
    newest: true,
    rows: sql`select mails.id, mails.recipient as name, mails.failed_at as since, cause.customer_id as customer
      from mails left join lateral (
        select customer_id from users where id in (mails.sender_id, mails.caused_by)
        union all select customer_id from devices where id in (mails.sender_id, mails.caused_by)
        union all select customer_id from users where mail_key = lower(mails.recipient)
        limit 1
      ) cause on true
      where mails.failed_at > ${daysAgo(FAILURE_DAYS)} and ${of('cause.customer_id')}`,
  }),
  'tasks-failed': ({ askerId }) => ({
    newest: true,
    rows: sql`select id, ${taskName} as name, finished_at as since, customer_id as customer from tasks
      where owner_id = ${askerId}::uuid and failed > 0 and finished_at > ${daysAgo(FAILURE_DAYS)}`,
  }),
  'customers-unverified': ({ of }) => ({
    newest: false,
    rows: sql`select id, name, created_at as since, id as customer from customers
      where state = 'UNVERIFIED' and ${of('id')}`,
  }),
  'devices-silent': ({ of }) => ({
    newest: true,
    rows: sql`select id, coalesce(nullif(name, ''), serial_printed) as name, last_seen_at as since, customer_id as customer
      from devices where state = 'ENABLED' and registered < ${daysAgo(SILENT_DEVICE_DAYS)}
        and coalesce(last_seen_at < ${daysAgo(SILENT_DEVICE_DAYS)}, true) and ${of('customer_id')}`,
  }),
  'invitations-unanswered': ({ of }) => ({
    newest: false,
    rows: sql`select pairs.id,
        coalesce(nullif(u.nickname, ''), u.mail, nullif(d.name, ''), d.serial_printed) || ' – '
          || coalesce(pairs.asked_printed, target.mail, target_device.serial_printed, pairs.name) as name,
        pairs.created_at as since, pairs.customer_id as customer
      from pairs
      left join users u on u.id = pairs.owner_user_id
      left join devices d on d.id = pairs.owner_device_id
      left join users target on target.id = pairs.target_user_id
      left join devices target_device on target_device.id = pairs.target_device_id
      where pairs.state = 'INVITED' and pairs.created_at < ${daysAgo(UNANSWERED_INVITATION_DAYS)}
        and ${of('pairs.customer_id')}`,
  }),
};

/** What needs attention at the customers that are looked at: each kind, the gravest first. */
export async function readAttention(db: Db, looked: Looked): Promise<readonly AttentionFound[]> {
  return await Promise.all(attentionKinds.filter(isStored).map((kind) => find(db, kind, looked)));
}

const isStored = (kind: AttentionKind): kind is StoredAttentionKind => Object.hasOwn(rowsOf, kind);

async function find(db: Db, kind: StoredAttentionKind, looked: Looked): Promise<AttentionFound> {
  const { rows, newest } = rowsOf[kind](looked);
  const direction = newest ? sql`desc nulls last` : sql`asc nulls last`;
  const { rows: found } = await sql<AttentionItem & { total: number }>`
    with counted as (select count(*)::integer as total from (
      select from (${rows}) as all_rows limit ${ATTENTION_COUNTED + 1}::integer) as found)
    select first.*, counted.total from counted left join lateral (
      select * from (${rows}) as all_rows order by since ${direction}, id limit ${ATTENTION_NAMED}
    ) first on true`.execute(db);
  const total = found[0]?.total ?? 0;
  return {
    kind,
    count: Math.min(total, ATTENTION_COUNTED),
    more: total > ATTENTION_COUNTED,
    first: total === 0 ? [] : found.map(({ id, name, since, customer }) => ({ id, name, since, customer })),
  };
}
