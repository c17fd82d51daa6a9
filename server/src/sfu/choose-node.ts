import { expectedLoad } from '#platform/media-load.ts';
import type { NodeHeartbeat } from '#protocol/sfu/contract.ts';

/**
 * The node for a new room: the least loaded of those that take any, null where there is none. Load and not turns
 * decides, since rooms differ in size by far more than in number (bigbluebutton#20822).
 */
export function chooseNode(nodes: Iterable<NodeHeartbeat>): NodeHeartbeat | null {
  let best: NodeHeartbeat | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    if (node.draining || node.workers.length === 0) continue;
    const load = expectedLoad(node.load, node.workers);
    if (load >= least) continue;
    best = node;
    least = load;
  }
  return best;
}
