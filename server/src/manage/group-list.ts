import { sql } from 'kysely';
import type { CustomerId, MemberId, RoomId } from '#protocol/ids.ts';
import { MAX_NAMED_IN_CALL } from '#protocol/limits.ts';
import type { Party } from '#protocol/party.ts';
import type { ConnectionState, ManagedCall } from '#protocol/signal/manage.ts';
import type { Db } from '#server/db/database.ts';
import { isManaged } from './scope.ts';
import { type CallSelection, concerns, shownPerson } from './selection.ts';

interface MemberRow {
  readonly memberId: MemberId;
  readonly kind: Exclude<Party['kind'], 'guest'>;
  readonly id: string;
  readonly name: string;
  readonly customerId: CustomerId;
}

/** Who is in the call, of those who have a history, under the names that others read (party-name.ts). */
const members = sql<readonly MemberRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object('memberId', m.member_id, 'customerId', m.customer_id,
    'kind', case when m.user_id is null then 'device' else 'user' end, 'id', coalesce(m.user_id, m.device_id),
    'name', coalesce(nullif(u.nickname, ''), u.mail, nullif(d.name, ''), d.serial_printed, '')) order by m.started_at)
  from (
    select * from live_group_members where group_id = live_group_calls.group_id
    order by started_at limit ${MAX_NAMED_IN_CALL}
  ) m
  left join users u on u.id = m.user_id
  left join devices d on d.id = m.device_id
), '[]')`;

const guests = sql<number>`(select count(*) from live_group_guests g where g.group_id = live_group_calls.group_id)::int`;
const size = sql<number>`(
  (select count(*) from live_group_members m where m.group_id = live_group_calls.group_id) + ${guests}
)::int`;

/** Of whom the connection is worst now. */
const worst = sql<ConnectionState | null>`(
  select m.state from live_group_members m
  where m.group_id = live_group_calls.group_id and m.state is not null
  order by array_position(array['poor', 'fair', 'good'], m.state ->> 'quality') limit 1
)`;

/** Calls of groups, the worst first (SPEC.md, M4). */
export async function listGroupCalls(db: Db, selection: CallSelection): Promise<readonly ManagedCall[]> {
  const { asked, scope, callIds, limit } = selection;
  const rows = await db
    .selectFrom('live_group_calls')
    .innerJoin('groups', 'groups.id', 'live_group_calls.group_id')
    .leftJoin('room_leases', 'room_leases.target_id', 'live_group_calls.group_id')
    .where(concerns(sql.ref('live_group_calls.customer_ids'), asked))
    .$if(callIds !== null, (query) =>
      query.where('live_group_calls.call_id', 'in', (callIds ?? []) as RoomId[]),
    )
    .select([
      'live_group_calls.call_id',
      'live_group_calls.group_id',
      'live_group_calls.customer_ids',
      'live_group_calls.started_at',
      'groups.name',
      'groups.customer_id',
      'room_leases.node_id',
      members.as('members'),
      size.as('size'),
      guests.as('guests'),
      worst.as('worst'),
    ])
    .orderBy(sql`room_leases.node_id is null`, 'desc')
    .orderBy(sql`array_position(array['poor', 'fair'], ${worst} ->> 'quality')`)
    .orderBy('live_group_calls.started_at')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const ownGroup = isManaged(scope, row.customer_id);
    return {
      callId: row.call_id,
      kind: 'group',
      groupName: ownGroup ? row.name : null,
      groupId: ownGroup ? row.group_id : null,
      customerIds: row.customer_ids.filter((id) => isManaged(scope, id)),
      startedAt: row.started_at.toISOString(),
      people: row.members.map((member) => shownPerson(scope, member)),
      size: row.size,
      guests: row.guests,
      nodeId: row.node_id,
      interrupted: row.node_id === null,
      relayed: false,
      worst: row.worst,
      mayEnd: ownGroup,
    };
  });
}
