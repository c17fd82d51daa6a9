import { sql } from 'kysely';
import { MAX_FRAME_BYTES, MAX_WATCHED_CALLS } from '#protocol/limits.ts';
import type { CallTotals, ManagedCall } from '#protocol/signal/manage.ts';
import type { Db } from '#server/db/database.ts';
import { rankOf } from '#server/experience.ts';
import { listDirectCalls } from './direct-list.ts';
import { listGroupCalls } from './group-list.ts';
import type { Scope } from './scope.ts';
import { type CallSelection, concerns } from './selection.ts';

/** Of calls in one frame: the rest of `MAX_FRAME_BYTES` is for what stands around them. */
const MAX_BYTES = MAX_FRAME_BYTES - 8 * 1024;

export interface CallList {
  readonly shown: readonly ManagedCall[];
  readonly totals: CallTotals;
}

const listed = async (db: Db, selection: CallSelection): Promise<readonly ManagedCall[]> => {
  const [direct, group] = await Promise.all([listDirectCalls(db, selection), listGroupCalls(db, selection)]);
  return [...direct, ...group].sort(worstFirst);
};

/** The worst calls in progress of the customers asked for, and how many there are (SPEC.md, M4). */
export async function listCalls(db: Db, asked: Scope, scope: Scope): Promise<CallList> {
  const [calls, totals] = await Promise.all([
    listed(db, { asked, scope, callIds: null, limit: MAX_WATCHED_CALLS }),
    countCalls(db, asked),
  ]);
  return { shown: fitting(calls.slice(0, MAX_WATCHED_CALLS)), totals };
}

/** Those of the given calls that are in progress and may be seen. */
export const findCalls = async (
  db: Db,
  asked: Scope,
  scope: Scope,
  callIds: readonly string[],
): Promise<readonly ManagedCall[]> =>
  callIds.length === 0 ? [] : await listed(db, { asked, scope, callIds, limit: callIds.length });

export async function countCalls(db: Db, asked: Scope): Promise<CallTotals> {
  const [direct, group, members, guests] = await Promise.all([
    db
      .selectFrom('live_calls')
      .where(concerns(sql.ref('customer_ids'), asked))
      .select([
        sql<number>`count(*)::int`.as('calls'),
        sql<number>`coalesce(sum(jsonb_array_length(call -> 'seats')), 0)::int`.as('people'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('live_group_calls')
      .where(concerns(sql.ref('customer_ids'), asked))
      .select(sql<number>`count(*)::int`.as('calls'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('live_group_members')
      .innerJoin('live_group_calls', 'live_group_calls.group_id', 'live_group_members.group_id')
      .where(concerns(sql.ref('live_group_calls.customer_ids'), asked))
      .select(sql<number>`count(*)::int`.as('people'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('live_group_guests')
      .innerJoin('live_group_calls', 'live_group_calls.group_id', 'live_group_guests.group_id')
      .where(concerns(sql.ref('live_group_calls.customer_ids'), asked))
      .select(sql<number>`count(*)::int`.as('people'))
      .executeTakeFirstOrThrow(),
  ]);
  return { calls: direct.calls + group.calls, people: direct.people + members.people + guests.people };
}

/** Those that have lost something, then by how their connections are, then those that are relayed, then the oldest. */
function worstFirst(one: ManagedCall, other: ManagedCall): number {
  return (
    Number(other.interrupted) - Number(one.interrupted) ||
    rankOf(other.worst) - rankOf(one.worst) ||
    Number(other.relayed) - Number(one.relayed) ||
    one.startedAt.localeCompare(other.startedAt)
  );
}

/** The first of them, as many as one frame may hold. */
export function fitting(calls: readonly ManagedCall[]): ManagedCall[] {
  let left = MAX_BYTES;
  const fits: ManagedCall[] = [];
  for (const call of calls) {
    left -= Buffer.byteLength(JSON.stringify(call)) + 1;
    if (left < 0) break;
    fits.push(call);
  }
  return fits;
}
