import { sql } from 'kysely';
import type { GroupId, MemberId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import type { ConnectionState } from '#protocol/signal/manage.ts';
import { addConnection } from '#server/connection-rows.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { experienceColumns, type MeasuredPages } from '#server/experience.ts';
import { callOf, continuedBy, type Entry, type PlaceColumns, placeColumns, placeOf } from './lost-rows.ts';
import type { MediaPlace, MemberParticipation } from './participation.ts';

/** What was carried for a member. Null: not known. */
export interface Carried {
  readonly bytes: number | null;
  readonly relayed: boolean | null;
}

/** What another server had of a participation that continues here. */
export interface ContinuedMember {
  readonly place: MediaPlace | null;
  readonly pages: MeasuredPages;
}

/**
 * Writes down that the member is in a room: the first one, another one of this server, or one that it comes to from another
 * server, which then has it no more. Can be repeated.
 */
export async function enterMember(
  db: Db,
  participation: MemberParticipation,
  entry: Entry,
): Promise<ContinuedMember | null> {
  const { id, groupId, groupName, customerId, userId, deviceId } = participation;
  const place = placeColumns(entry.place);
  const own = await db
    .updateTable('live_group_members')
    .set(place)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (own) return null;
  const continued = await continueMember(db, participation, entry);
  if (continued) return continued;
  await db
    .insertInto('live_group_members')
    .values({
      id,
      server_id: entry.serverId,
      call_id: callOf(groupId, entry),
      group_id: groupId,
      group_name: groupName,
      customer_id: customerId,
      user_id: userId,
      device_id: deviceId,
      started_at: new Date(entry.at),
      ...place,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return null;
}

async function continueMember(
  db: Db,
  { id, groupId, userId, deviceId }: MemberParticipation,
  entry: Entry,
): Promise<ContinuedMember | null> {
  const { nodeId, roomId, memberId } = entry.place;
  const isSamePerson = sql<boolean>`(had.user_id is not distinct from ${userId}::uuid
    and had.device_id is not distinct from ${deviceId}::uuid)`;
  const { rows } = await sql<
    PlaceColumns & {
      readonly experience: Experience | null;
      readonly experience_pages: MeasuredPages | null;
    }
  >`
    update live_group_members
    set id = ${id}, server_id = ${entry.serverId}, node_id = ${nodeId}, room_id = ${roomId}, member_id = ${memberId}, state = null
    where id = ${continuedBy(entry, groupId, 'live_group_members', isSamePerson)}
    returning old.node_id, old.room_id, old.member_id, old.experience, old.experience_pages`.execute(db);
  const [row] = rows;
  if (!row) return null;
  // An older server knows of no pages.
  return { place: placeOf(row), pages: row.experience_pages ?? { ended: null, last: row.experience } };
}

/** Adds the bytes of one of the participation's members. Repeating it for the same member adds nothing. */
export async function addCarried(
  db: Db,
  id: string,
  memberId: MemberId,
  { bytes, relayed }: Carried,
): Promise<void> {
  if (bytes === null) return;
  await db
    .updateTable('live_group_members')
    .set((eb) => ({
      bytes: sql<number>`coalesce(${eb.ref('bytes')}, 0) + ${bytes}`,
      relayed: sql<boolean>`coalesce(${eb.ref('relayed')}, false) or coalesce(${relayed}::boolean, false)`,
      counted_member_id: memberId,
    }))
    .where('id', '=', id)
    .where('counted_member_id', 'is distinct from', memberId)
    .execute();
}

/** Writes down how the connection is, and what has been measured of it so far. */
export async function noteMeasured(
  db: Db,
  { id, experience }: MemberParticipation,
  state: ConnectionState | null,
): Promise<void> {
  const total = experience.get();
  await db
    .updateTable('live_group_members')
    .set({
      state: state && JSON.stringify(state),
      ...(total && experienceValues(total, experience.pages)),
    })
    .where('id', '=', id)
    .execute();
}

/** Writes down what was measured so far, for the server that continues the participation. */
export async function noteExperience(db: Db, { id, experience }: MemberParticipation): Promise<void> {
  const total = experience.get();
  if (!total) return;
  await db
    .updateTable('live_group_members')
    .set(experienceValues(total, experience.pages))
    .where('id', '=', id)
    .execute();
}

const experienceValues = (total: Experience, pages: MeasuredPages) => ({
  experience: JSON.stringify(total),
  experience_pages: JSON.stringify(pages),
});

/** How a participation has ended. */
export interface MemberEnd {
  readonly reason: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
  /** For its last member. */
  readonly carried: Carried;
  /** Null: what was written down last counts. */
  readonly experience: Experience | null;
}

/** Moves the row into the history; null where it is there already, or another server has it. */
export async function finishMember(
  trx: Trx,
  id: string,
  end: MemberEnd,
): Promise<{ readonly owner: PartyKey; readonly groupId: GroupId } | null> {
  const row = await trx
    .deleteFrom('live_group_members')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const endedAt = new Date(Math.max(end.at, row.started_at.getTime()));
  const durationS = Math.round((endedAt.getTime() - row.started_at.getTime()) / 1000);
  const isCounted = row.counted_member_id === row.member_id;
  const last: Carried = isCounted ? { bytes: null, relayed: null } : end.carried;
  await addConnection(trx, {
    kind: 'group',
    call_id: row.call_id,
    customer_id: row.customer_id,
    user_id: row.user_id,
    device_id: row.device_id,
    peer_id: row.group_id,
    peer_name: row.group_name,
    outgoing: false,
    started_at: row.started_at,
    ended_at: endedAt,
    duration_s: durationS,
    end_reason: end.reason,
    bytes: row.bytes === null && last.bytes === null ? null : (row.bytes ?? 0) + (last.bytes ?? 0),
    relayed: row.relayed === null && last.relayed === null ? null : Boolean(row.relayed || last.relayed),
    ...experienceColumns(end.experience ?? row.experience, durationS),
  });
  const owner: PartyKey = row.user_id !== null ? `user:${row.user_id}` : `device:${row.device_id}`;
  return { owner, groupId: row.group_id };
}
