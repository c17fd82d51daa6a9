import { sql } from 'kysely';
import type { CustomerId, GroupId, RoomId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { partiesOfGroups } from '#server/db/parties-of-groups.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import { type AnnouncedCall, callEnded, callStarted } from '#server/webhooks/call-event.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';

/** A room is looked at as gone once its node has been silent for this long. */
const NODE_SILENT_S = 60;
/** Members whose room was lost have this long to be in another one, and more: they are given 30 seconds (SPEC.md, G9). */
const ROOMLESS_S = 60;

/** An addition whose call is not there is of one that has ended, or that is just beginning. */
const ADDITION_WAITS_S = 300;

/** Parties that a call's webhooks name at most: guests come and go without end. */
const TOLD_PARTIES = 200;

export interface LiveGroupCallsDeps {
  readonly db: Db;
  readonly queueWebhookEvent: QueueWebhookEvent;
  readonly news: Pick<ManagerNews, 'callChanged'>;
  readonly events: Pick<DomainEvents, 'publish'>;
}

/**
 * When a group's call starts and ends, over all servers, nodes and rooms: one row of the database stands for it.
 * What webhooks are told is queued in the transaction that makes or removes it.
 */
export interface LiveGroupCalls {
  /** Someone has come in; the first one starts the call. */
  entered(
    groupId: GroupId,
    roomId: RoomId,
    member: { readonly party: Party; readonly customerIds: readonly CustomerId[] },
  ): Promise<void>;
  /** Someone has gone: when the call turns out to be over, it was over then. */
  left(groupId: GroupId): Promise<void>;
  /** The group's room has closed: the last one has gone. */
  emptied(roomId: RoomId): Promise<void>;
  /** Ends calls whose node died and to which no one came back, and forgets who was added to a call that is over. */
  endLost(): Promise<void>;
}

export function createLiveGroupCalls({
  db,
  queueWebhookEvent,
  news,
  events,
}: LiveGroupCallsDeps): LiveGroupCalls {
  const tellManagers = (calls: readonly Changed[]): void => {
    for (const { call_id, customer_ids } of calls) news.callChanged(call_id, customer_ids);
  };
  /** Notifies everyone who may join that the call has begun or ended. */
  const tellMembers = (invited: Invited, live: boolean): void => {
    for (const [groupId, parties] of invited)
      events.publish({ type: 'group-call-changed', groupId, parties, live });
  };
  const end = async (which: ReturnType<typeof sql<boolean>>): Promise<void> => {
    const { ended, invited } = await db.transaction().execute((trx) => endIn(trx, which));
    tellManagers(ended);
    tellMembers(invited, false);
  };
  const endIn = async (trx: Trx, which: ReturnType<typeof sql<boolean>>) => {
    const ended = await trx.deleteFrom('live_group_calls').where(which).returningAll().execute();
    for (const call of ended) await queueWebhookEvent(trx, callEnded(told(call), call.changed_at, 'left'));
    const groups = ended.map(({ group_id }) => group_id);
    // Before the additions are gone.
    const invited = await partiesOfGroups(trx, groups);
    if (groups.length > 0) await trx.deleteFrom('call_additions').where('group_id', 'in', groups).execute();
    return { ended, invited };
  };

  return {
    async entered(groupId, roomId, { party, customerIds }) {
      const { changed, isNew } = await db.transaction().execute(async (trx): Promise<Entered> => {
        const customers = [...new Set(customerIds)];
        const made = await trx
          .insertInto('live_group_calls')
          .values({
            call_id: roomId,
            group_id: groupId,
            room_id: roomId,
            customer_ids: customers,
            parties: JSON.stringify([party]),
          })
          // Of any kind: who comes at the same moment has the same group and the same room, and meets either of both first.
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (made) {
          await queueWebhookEvent(trx, callStarted(told(made)));
          return { changed: [made], isNew: true };
        }
        const identity = JSON.stringify([{ kind: party.kind, id: party.id }]);
        const { rows } = await sql<Changed>`update live_group_calls set
            room_id = ${roomId},
            changed_at = now(),
            roomless_since = null,
            customer_ids = array(select distinct unnest(customer_ids || ${customers}::uuid[])),
            parties = case when parties @> ${identity}::jsonb or jsonb_array_length(parties) >= ${TOLD_PARTIES} then parties
              else parties || ${JSON.stringify([party])}::jsonb end
          where group_id = ${groupId} returning call_id, customer_ids`.execute(trx);
        return { changed: rows, isNew: false };
      });
      tellManagers(changed);
      if (isNew) tellMembers(await partiesOfGroups(db, [groupId]), true);
    },

    async left(groupId) {
      const changed = await db
        .updateTable('live_group_calls')
        .set({ changed_at: sql<Date>`now()` })
        .where('group_id', '=', groupId)
        .returning(['call_id', 'customer_ids'])
        .execute();
      tellManagers(changed);
    },

    async emptied(roomId) {
      // Not where the group has another room since: the call goes on there.
      await end(sql<boolean>`room_id = ${roomId}`);
    },

    async endLost() {
      await db.transaction().execute(async (trx) => {
        await sql`update live_group_calls c set roomless_since = case when room.live then null else coalesce(roomless_since, now()) end
          from (
            select l.group_id, n.id is not null as live
            from live_group_calls l
            left join room_leases r on r.target_id = l.group_id
            left join media_nodes n
              on n.id = r.node_id and n.heartbeat_at > now() - ${NODE_SILENT_S} * interval '1 second'
          ) room
          where room.group_id = c.group_id and room.live = (c.roomless_since is not null)`.execute(trx);
        await sql`delete from call_additions a
          where added_at < now() - ${ADDITION_WAITS_S} * interval '1 second'
            and not exists (select from live_group_calls c where c.group_id = a.group_id)`.execute(trx);
      });
      await end(sql<boolean>`roomless_since < now() - ${ROOMLESS_S} * interval '1 second'`);
    },
  };
}

/** The parties that may join, by group. */
type Invited = Awaited<ReturnType<typeof partiesOfGroups>>;

interface Entered {
  readonly changed: readonly Changed[];
  /** This member is the first: the call has begun. */
  readonly isNew: boolean;
}

interface Changed {
  readonly call_id: RoomId;
  readonly customer_ids: readonly CustomerId[];
}

const told = (call: {
  readonly call_id: RoomId;
  readonly group_id: GroupId;
  readonly customer_ids: readonly CustomerId[];
  readonly parties: readonly Party[];
  readonly started_at: Date;
}): AnnouncedCall => ({
  customerIds: call.customer_ids,
  call: {
    callId: call.call_id,
    kind: 'group',
    groupId: call.group_id,
    parties: call.parties,
    startedAt: call.started_at.toISOString(),
  },
});
