import { type RawBuilder, sql } from 'kysely';
import type { GroupId, MemberId, NodeId, RoomId, ServerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { isTimely, STALE_MS } from '#server/db/server-heartbeat.ts';
import type { MediaPlace } from './participation.ts';

/** A row in one of these stands for a participation, and names the server that has it. */
export type LiveTable = 'live_group_members' | 'live_group_guests';

/** How a participation comes into a room on this server. */
export interface Entry {
  readonly serverId: ServerId;
  readonly place: MediaPlace;
  /** Who the browser was last, as far as it or the server knows. */
  readonly lastMember: MemberId | null;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
  /** A participation whose server is silent for longer is over. */
  readonly silentMs: number;
  /** This server itself was not away: the silence of others says something. */
  readonly steady: boolean;
}

/** Whether the server of a row of `server_heartbeats as beat` has said within this time that it lives or ends. */
const wasSeen = (silentMs: number) =>
  sql<boolean>`beat.seen_at >= clock_timestamp() - ${silentMs} * interval '1 millisecond'`;

/** Likewise: the server may be replaced (SPEC.md, D14). */
const mayBeReplaced = (steady: boolean) =>
  sql<boolean>`(beat.closed
    or (${steady}::boolean and beat.seen_at < clock_timestamp() - ${STALE_MS} * interval '1 millisecond'))`;

/**
 * The id of the row that a newcomer continues; null where there is none. It is the one of the member that the browser names,
 * else one whose server is gone, as of a page that was reloaded meanwhile.
 *
 * @param isSamePerson of a row of the table `as had`
 */
export const continuedBy = (
  { lastMember, silentMs, steady }: Entry,
  groupId: GroupId,
  table: LiveTable,
  isSamePerson: RawBuilder<boolean>,
) => sql<string | null>`(
  select had.id from ${sql.table(table)} had join server_heartbeats beat on beat.server_id = had.server_id
  where had.group_id = ${groupId}::uuid and ${isSamePerson} and ${wasSeen(silentMs)}
    and (had.member_id = ${lastMember}::uuid or ${mayBeReplaced(steady)})
  order by (had.member_id = ${lastMember}::uuid) is true desc, had.started_at
  limit 1
  -- Of two pages that return at once each finds another row.
  for update of had
)`;

/** The id of the call that the group has, of anyone whose part in it lasts; where there is no one, that of the room. */
export const callOf = (groupId: GroupId, { place, silentMs }: Entry) => sql<RoomId>`coalesce((
  select part.call_id from (
    select call_id, server_id, started_at from live_group_members where group_id = ${groupId}::uuid
    union all
    select call_id, server_id, started_at from live_group_guests where group_id = ${groupId}::uuid
  ) part join server_heartbeats beat on beat.server_id = part.server_id
  where part.call_id is not null and ${wasSeen(silentMs)}
  order by part.started_at limit 1
), ${place.roomId}::uuid)`;

/** The columns of a place, as rows have them. */
export const placeColumns = ({ nodeId, roomId, memberId }: MediaPlace) => ({
  node_id: nodeId,
  room_id: roomId,
  member_id: memberId,
});

export interface PlaceColumns {
  readonly node_id: NodeId | null;
  readonly room_id: RoomId | null;
  readonly member_id: MemberId | null;
}

/** Null for a row of an older server. */
export const placeOf = ({ node_id, room_id, member_id }: PlaceColumns): MediaPlace | null =>
  node_id !== null && room_id !== null && member_id !== null
    ? { nodeId: node_id, roomId: room_id, memberId: member_id }
    : null;

export interface LostRow {
  readonly id: string;
  readonly place: MediaPlace | null;
  /** When its server last said that it lives. */
  readonly seenAt: Date;
}

interface LostSearch {
  /** How long their server is gone. */
  readonly silentMs: number;
  /** As of `isTimely`. */
  readonly decidedAt: number;
}

/** Participations whose server is gone. */
export async function lostRows(
  db: Db,
  table: LiveTable,
  { silentMs, decidedAt }: LostSearch,
): Promise<readonly LostRow[]> {
  const { rows } = await sql<PlaceColumns & { readonly id: string; readonly seen_at: Date }>`
    select lost.id, lost.node_id, lost.room_id, lost.member_id, beat.seen_at
    from ${sql.table(table)} lost join server_heartbeats beat on beat.server_id = lost.server_id
    where not ${wasSeen(silentMs)} and ${isTimely(decidedAt)}`.execute(db);
  return rows.map(({ id, seen_at, ...place }) => ({ id, place: placeOf(place), seenAt: seen_at }));
}
