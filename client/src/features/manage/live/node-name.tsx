import { Trans } from '@lingui/react/macro';
import { NODE_NAME_LENGTH } from '#protocol/limits.ts';
import type { ManagedCall } from '#protocol/signal/manage.ts';

export const shortNodeId = (nodeId: string): string => nodeId.slice(0, NODE_NAME_LENGTH);

/** Through which media node a call goes. */
export const NodeName = ({ call: { kind, nodeId } }: { readonly call: ManagedCall }) => {
  if (nodeId !== null) return <span title={nodeId}>{shortNodeId(nodeId)}</span>;
  return kind === 'direct' ? <Trans>Peer to peer</Trans> : <Trans>No node</Trans>;
};
