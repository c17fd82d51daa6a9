import type { NodeHeartbeat } from '#protocol/sfu/contract.ts';

/** Consumers that fill a worker's core, by mediasoup's own word (mediasoup.org, scalability). */
const CONSUMERS_A_WORKER = 500;
/** What a room without consumers will soon need, so that rooms that open in one burst spread over the nodes. */
const EXPECTED_CONSUMERS_A_ROOM = 10;

/**
 * The node for a new room: the least loaded of those that take any, null where there is none. Load and not turns
 * decides, since rooms differ in size by far more than in number (bigbluebutton#20822).
 */
export function chooseNode(nodes: Iterable<NodeHeartbeat>): NodeHeartbeat | null {
  let best: NodeHeartbeat | null = null;
  for (const node of nodes) {
    if (node.draining || node.workers.length === 0) continue;
    if (!best || expectedLoad(node) < expectedLoad(best)) best = node;
  }
  return best;
}

/** CPU alone lags by a heartbeat, consumers alone know nothing of bit rates: both count. */
function expectedLoad({ load, workers }: NodeHeartbeat): number {
  const consumers = workers.reduce(
    (sum, worker) => sum + worker.consumers + worker.rooms * EXPECTED_CONSUMERS_A_ROOM,
    0,
  );
  return load + consumers / (CONSUMERS_A_WORKER * workers.length);
}
