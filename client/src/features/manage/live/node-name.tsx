import { Trans } from '@lingui/react/macro';
import type { ManagedCall } from '#protocol/signal/manage.ts';

/** Long enough to tell nodes apart. */
const SHOWN = 8;

export const shortNodeId = (nodeId: string): string => nodeId.slice(0, SHOWN);

/** Through which media node a call goes. */
export const NodeName = ({ call: { kind, nodeId } }: { readonly call: ManagedCall }) => {
  if (nodeId !== null) return <span title={nodeId}>{shortNodeId(nodeId)}</span>;
  return kind === 'direct' ? <Trans>Peer to peer</Trans> : <Trans>No node</Trans>;
};
