import type { AskNode } from '#platform/ask-node.ts';
import type { NodeId } from '#protocol/ids.ts';
import type { RoomListed } from '#protocol/sfu/contract.ts';
import type { Db } from '#server/db/database.ts';

/** What a node has, as it says itself. */
export interface NodeListing {
  readonly nodeId: NodeId;
  readonly rooms: readonly RoomListed[];
  /** By `performance.now()`: nothing that began later is in it. */
  readonly askedAt: number;
}

/**
 * Asks a node for its rooms and has those closed whose lease it does not hold: it was away while its leases were given up or
 * replaced, and their members are to meet in the new room (SPEC.md, N8).
 */
export async function auditNode(db: Db, ask: AskNode, nodeId: NodeId): Promise<NodeListing> {
  const askedAt = performance.now();
  // Before the leases: a room is opened under a lease that is there already.
  const { rooms } = await ask(nodeId, 'node.list', {});
  const leases = await db
    .selectFrom('room_leases')
    .where('node_id', '=', nodeId)
    .select(['room_id', 'fence'])
    .execute();
  const isLeased = ({ roomId, fence }: RoomListed) =>
    leases.some((lease) => lease.room_id === roomId && lease.fence === fence);
  await Promise.all(
    rooms
      .filter((room) => !isLeased(room))
      .map(({ roomId, fence }) => ask(nodeId, 'room.release', { roomId, fence })),
  );
  return { nodeId, rooms, askedAt };
}
