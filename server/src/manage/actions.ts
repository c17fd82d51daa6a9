import type { AskNode } from '#platform/ask-node.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, GroupId, MemberId, RoomId } from '#protocol/ids.ts';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { AnySession } from '#server/session.ts';
import { recordOf } from './call-records.ts';
import { findCalls } from './calls.ts';
import { isManaged, type Scope, scopeOf } from './scope.ts';

export interface ActionsDeps {
  readonly db: Db;
  readonly events: Pick<DomainEvents, 'publish'>;
  readonly bus: Bus;
  readonly ask: AskNode;
  readonly news: Pick<ManagerNews, 'resourceChanged'>;
  /** Ends a 1-to-1 call, or the part that someone has in it. Throws `call-not-found`, `not-found`. */
  readonly endDirectCall: (callId: CallId, memberId: string | null) => Promise<void>;
}

export interface Actions {
  endCall(session: AnySession, callId: string): Promise<void>;
  removeMember(session: AnySession, callId: string, memberId: string): Promise<void>;
}

/** What managers do to calls in progress, each checked against what the asker manages now (SPEC.md, M5). */
export function createActions(deps: ActionsDeps): Actions {
  const { db, events, ask, endDirectCall } = deps;
  const find = async (session: AnySession, callId: string) => {
    const scope = await scopeOf(db, session.principal);
    const [call] = await findCalls(db, scope, scope, [callId]);
    if (!call) throw new AppError('call-not-found');
    return { call, scope };
  };

  const removeFromGroup = async (scope: Scope, call: ManagedCall, memberId: string): Promise<void> => {
    const place = await findPlace(db, call.callId, memberId);
    if (!place) throw new AppError('call-not-found');
    const own = place.customerId !== null && isManaged(scope, place.customerId);
    if (!call.mayEnd && !own) throw new AppError('forbidden');
    const target = memberId as MemberId;
    const { nodeId, roomId } = place;
    await ask(nodeId, 'room.removeMember', { roomId, memberId: target, target, byManager: true }).catch(
      (error: unknown) => {
        const gone = error instanceof AppError && error.code === 'not-in-room';
        throw gone ? new AppError('not-found', { cause: error }) : error;
      },
    );
  };

  return {
    async endCall(session, callId) {
      const { call, scope } = await find(session, callId);
      if (!call.mayEnd) throw new AppError('forbidden');
      const record = await recordOf(deps, scope, { action: 'end-call', callId, memberId: null });
      if (call.kind === 'direct') {
        await endDirectCall(call.callId as CallId, null);
        await db.transaction().execute((trx) => record.write(trx, session));
        record.announce();
        return;
      }
      await changeAndAnnounce(db, events, async (trx, publish) => {
        const { group_id: groupId } = await groupOf(trx, call.callId);
        await record.write(trx, session);
        publish({ type: 'group-call-ended', groupId });
      });
      record.announce();
    },

    async removeMember(session, callId, memberId) {
      const { call, scope } = await find(session, callId);
      const record = await recordOf(deps, scope, { action: 'remove-member', callId, memberId });
      if (call.kind === 'direct') await endDirectCall(call.callId as CallId, memberId);
      else await removeFromGroup(scope, call, memberId);
      await db.transaction().execute((trx) => record.write(trx, session));
      record.announce();
    },
  };
}

async function groupOf(trx: Trx, callId: string): Promise<{ readonly group_id: GroupId }> {
  const call = await trx
    .selectFrom('live_group_calls')
    .where('call_id', '=', callId as RoomId)
    .select('group_id')
    .executeTakeFirst();
  if (!call) throw new AppError('call-not-found');
  return call;
}

/** Where the call's room is, and whose the member is; null: a guest, or no one who is in it. */
async function findPlace(db: Db, callId: string, memberId: string) {
  const row = await db
    .selectFrom('live_group_calls')
    .innerJoin('room_leases', 'room_leases.target_id', 'live_group_calls.group_id')
    .leftJoin('live_group_members', (join) =>
      join
        .onRef('live_group_members.group_id', '=', 'live_group_calls.group_id')
        .on('live_group_members.member_id', '=', memberId as MemberId),
    )
    .where('live_group_calls.call_id', '=', callId as RoomId)
    .select(['room_leases.room_id', 'room_leases.node_id', 'live_group_members.customer_id'])
    .executeTakeFirst();
  return row && { nodeId: row.node_id, roomId: row.room_id, customerId: row.customer_id };
}
