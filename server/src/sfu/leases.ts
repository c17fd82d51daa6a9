import { sql } from 'kysely';
import type { CallId, GroupId, NodeId, RoomId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';

/** Which node has a target's live room (SPEC.md, N4). */
export interface Lease {
  readonly roomId: RoomId;
  readonly nodeId: NodeId;
  readonly fence: number;
}

/** What the room is for: a group's call, or a 1-to-1 call that has moved (SPEC.md, D12). */
export type TargetId = GroupId | CallId;

/**
 * The lease that stands, or a new one on the node that `choose` names; null where none stands and `choose` names none.
 * Servers that take one at the same time all get the same.
 *
 * @param isAlive whether a node can still have the rooms it had
 */
export async function takeLease(
  db: Db,
  targetId: TargetId,
  isAlive: (nodeId: NodeId) => boolean,
  choose: () => NodeId | null,
): Promise<Lease | null> {
  for (;;) {
    const standing = await db
      .selectFrom('room_leases')
      .where('target_id', '=', targetId)
      .select(['room_id as roomId', 'node_id as nodeId', 'fence'])
      .executeTakeFirst();
    if (standing && isAlive(standing.nodeId)) return standing;
    const nodeId = choose();
    if (nodeId === null) return null;
    const taken = await replaceLease(db, targetId, standing ?? null, nodeId);
    // Null: another server was faster; look what it has taken.
    if (taken) return taken;
  }
}

async function replaceLease(
  db: Db,
  targetId: TargetId,
  standing: Lease | null,
  nodeId: NodeId,
): Promise<Lease | null> {
  const lease = {
    room_id: crypto.randomUUID() as RoomId,
    node_id: nodeId,
    fence: sql<number>`nextval('room_fence')`,
  };
  const returned = ['room_id as roomId', 'node_id as nodeId', 'fence'] as const;
  const taken = standing
    ? await db
        .updateTable('room_leases')
        .set(lease)
        .where('target_id', '=', targetId)
        .where('fence', '=', standing.fence)
        .returning(returned)
        .executeTakeFirst()
    : await db
        .insertInto('room_leases')
        .values({ target_id: targetId, ...lease })
        .onConflict((conflict) => conflict.column('target_id').doNothing())
        .returning(returned)
        .executeTakeFirst();
  return taken ?? null;
}

/** Gives back that very lease: one that was taken since stands. */
export async function giveLeaseBack(db: Db, { roomId, fence }: Omit<Lease, 'nodeId'>): Promise<void> {
  await db.deleteFrom('room_leases').where('room_id', '=', roomId).where('fence', '=', fence).execute();
}

/** All leases of a node that is gone. */
export async function giveNodeUp(db: Db, nodeId: NodeId): Promise<void> {
  await db.deleteFrom('room_leases').where('node_id', '=', nodeId).execute();
}

/** The lease of a room that its node does not have any more. */
export async function giveRoomUp(db: Db, roomId: RoomId): Promise<void> {
  await db.deleteFrom('room_leases').where('room_id', '=', roomId).execute();
}
