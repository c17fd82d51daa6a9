import type { AskNode } from '#platform/ask-node.ts';
import type { NodeId } from '#protocol/ids.ts';
import type { NodeHeartbeat } from '#protocol/sfu/contract.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** Keeps that the node is to take no new rooms, or that it may again. Returns whether that is new. */
export async function storeDrain(trx: Trx, nodeId: NodeId, drained: boolean): Promise<boolean> {
  if (!drained) {
    const { numDeletedRows } = await trx
      .deleteFrom('node_drains')
      .where('node_id', '=', nodeId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('node_drains')
    .values({ node_id: nodeId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Drains a node again that has restarted since an administrator drained it. */
export async function keepDrained(db: Db, ask: AskNode, node: NodeHeartbeat | undefined): Promise<void> {
  if (!node || node.draining) return;
  const { nodeId } = node;
  const drained = await db
    .selectFrom('node_drains')
    .where('node_id', '=', nodeId)
    .select('node_id')
    .executeTakeFirst();
  if (drained) await ask(nodeId, 'node.drain', { moveRooms: false });
}
