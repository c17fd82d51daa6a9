import { sql } from 'kysely';
import type { GroupId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { addGuestVisit } from '#server/guest-visits.ts';
import { callOf, continuedBy, type Entry, type PlaceColumns, placeColumns, placeOf } from './lost-rows.ts';
import type { GuestParticipation, MediaPlace } from './participation.ts';

/**
 * As `enterMember`, of a guest.
 *
 * @returns where the guest was on the server from which it comes
 */
export async function enterGuest(
  db: Db,
  participation: GuestParticipation,
  entry: Entry,
): Promise<MediaPlace | null> {
  const { id, groupId, customerId, personId } = participation;
  const place = placeColumns(entry.place);
  const own = await db
    .updateTable('live_group_guests')
    .set(place)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (own) return null;
  const { nodeId, roomId, memberId } = entry.place;
  const isSamePerson = sql<boolean>`had.person_id = ${personId}::uuid`;
  const { rows } = await sql<PlaceColumns>`
    update live_group_guests
    set id = ${id}, server_id = ${entry.serverId}, node_id = ${nodeId}, room_id = ${roomId}, member_id = ${memberId}
    where id = ${continuedBy(entry, groupId, 'live_group_guests', isSamePerson)}
    returning old.node_id, old.room_id, old.member_id`.execute(db);
  const [continued] = rows;
  if (continued) return placeOf(continued);
  await db
    .insertInto('live_group_guests')
    .values({
      id,
      group_id: groupId,
      server_id: entry.serverId,
      call_id: callOf(groupId, entry),
      customer_id: customerId,
      person_id: personId,
      started_at: new Date(entry.at),
      ...place,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return null;
}

/**
 * Counts the visit; null where it is counted already, or another server has it.
 *
 * @param endedAt milliseconds since 1970, by the database's clock
 */
export async function finishGuest(trx: Trx, id: string, endedAt: number): Promise<GroupId | null> {
  const row = await trx
    .deleteFrom('live_group_guests')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const { call_id: callId, customer_id: customerId, started_at: startedAt, group_id: groupId } = row;
  // An older server counts its guests itself.
  if (callId === null || customerId === null || startedAt === null) return groupId;
  await addGuestVisit(trx, { callId, customerId, startedAt: startedAt.getTime(), endedAt });
  return groupId;
}
