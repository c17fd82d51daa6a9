import { sql } from 'kysely';
import type { Quality } from '#protocol/call-quality.ts';
import type { CallId } from '#protocol/ids.ts';
import { MAX_NAMED_IN_CALL } from '#protocol/limits.ts';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import type { Db } from '#server/db/database.ts';
import { isLiveCall } from '#server/direct-call/live-calls.ts';
import { worstOf } from '#server/experience.ts';
import { isManaged } from './scope.ts';
import { type CallSelection, concerns, shownPerson } from './selection.ts';

const someone = (seat: object) =>
  sql<boolean>`live_calls.call @> ${JSON.stringify({ seats: [seat] })}::jsonb`;
const hasConnection = (quality: Quality) => someone({ connection: { quality } });

/** 1-to-1 calls that have been answered, the worst first (SPEC.md, M4). */
export async function listDirectCalls(db: Db, selection: CallSelection): Promise<readonly ManagedCall[]> {
  const { asked, scope, callIds, limit } = selection;
  const rows = await db
    .selectFrom('live_calls')
    .leftJoin('room_leases', 'room_leases.target_id', 'live_calls.call_id')
    .where(concerns(sql.ref('live_calls.customer_ids'), asked))
    .$if(callIds !== null, (query) => query.where('live_calls.call_id', 'in', (callIds ?? []) as CallId[]))
    .select(['live_calls.call_id', 'live_calls.call', 'live_calls.customer_ids', 'room_leases.node_id'])
    .orderBy(someone({ away: true }), 'desc')
    .orderBy(hasConnection('poor'), 'desc')
    .orderBy(hasConnection('fair'), 'desc')
    .orderBy(someone({ relayed: true }), 'desc')
    .orderBy(sql`(live_calls.call ->> 'acceptedAt')::bigint`)
    .limit(limit)
    .execute();
  return rows.flatMap(({ call_id, call, customer_ids, node_id }) => {
    if (!isLiveCall(call)) return [];
    const managed = customer_ids.filter((id) => isManaged(scope, id));
    return [
      {
        callId: call_id,
        kind: 'direct',
        groupName: null,
        groupId: null,
        customerIds: managed,
        startedAt: new Date(call.acceptedAt).toISOString(),
        people: call.seats
          .slice(0, MAX_NAMED_IN_CALL)
          .map(({ seat, participant: { party, customerId } }) =>
            shownPerson(scope, { memberId: seat, ...party, customerId }),
          ),
        size: call.seats.length,
        nodeId: node_id,
        interrupted: call.seats.some(({ away }) => away === true),
        relayed: call.seats.some(({ relayed }) => relayed === true),
        worst: worstOf(call.seats.map(({ connection }) => connection)),
        mayEnd: true,
      },
    ];
  });
}
