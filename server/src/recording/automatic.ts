import { sql } from 'kysely';
import type { GroupId, RoomId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { NewRecording } from './rows.ts';

/** The room of a group's call, if there is one and each call of the group is recorded. */
export async function roomOf(db: Db, groupId: GroupId): Promise<RoomId | null> {
  const lease = await db
    .selectFrom('groups')
    .innerJoin('room_leases', 'room_leases.target_id', 'groups.id')
    .where('groups.id', '=', groupId)
    .where('groups.auto_record', '=', true)
    .select('room_leases.room_id')
    .executeTakeFirst();
  return lease?.room_id ?? null;
}

/**
 * The recording to begin in the call of a group that records each of its calls. Null for other groups, and where the call was recorded
 * before: whoever has stopped that recording does not want another, and one whose room was lost goes on.
 */
export async function automaticRecording(db: Db, groupId: GroupId): Promise<NewRecording | null> {
  const row = await db
    .selectFrom('groups')
    .innerJoin('room_leases', 'room_leases.target_id', 'groups.id')
    .leftJoin('users as u', 'u.id', 'groups.owner_user_id')
    .leftJoin('devices as d', 'd.id', 'groups.owner_device_id')
    .where('groups.id', '=', groupId)
    .where('groups.auto_record', '=', true)
    .where(
      sql<boolean>`not exists (select from recordings r where r.room_id = room_leases.room_id
        or r.target_id = groups.id and r.state in ('starting', 'recording'))`,
    )
    .select([
      'groups.name',
      'groups.customer_id',
      'groups.owner_user_id',
      'groups.owner_device_id',
      sql<string>`coalesce(nullif(u.nickname, ''), u.mail, nullif(d.name, ''), d.serial_printed)`.as(
        'owner_name',
      ),
      'room_leases.room_id',
      'room_leases.node_id',
    ])
    .executeTakeFirst();
  if (!row) return null;
  return {
    customerId: row.customer_id,
    userId: row.owner_user_id,
    deviceId: row.owner_device_id,
    groupId,
    targetId: groupId,
    name: row.name,
    roomId: row.room_id,
    nodeId: row.node_id,
    startedBy: row.owner_name,
  };
}
