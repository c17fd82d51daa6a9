import { useLingui } from '@lingui/react/macro';
import { shortNodeId } from '#client/features/manage/live/node-name.tsx';
import { PlainTable } from '#client/features/manage/table/plain-table.tsx';
import { ROLE } from '#client/features/manage/table/table-roles.ts';
import { WRAPPED } from '#client/features/manage/table/wide-cells.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { CellTime } from '#client/ui/short-time.tsx';
import type { ManagedNode } from '#protocol/signal/manage.ts';

export interface NodesTableProps {
  readonly nodes: readonly ManagedNode[];
  /** To drain it, or to take that back. */
  readonly onChange: (node: ManagedNode) => void;
}

/** The media nodes; on a phone each is a card. */
export const NodesTable = ({ nodes, onChange }: NodesTableProps) => {
  const { t } = useLingui();
  return (
    <PlainTable
      caption={t`Media nodes`}
      columns={[
        { label: t`Media node`, width: '7rem' },
        { label: t`State`, width: '9.5rem' },
        { label: t`Load`, width: '5rem' },
        { label: t`Rooms`, width: '5rem' },
        { label: t`Workers`, width: '5.5rem' },
        { label: t`Version`, width: '12rem' },
        { label: t`Running since` },
      ]}
      actionsWidth="7rem"
      leastWidth="61rem"
    >
      {nodes.map((node) => (
        <NodeRow key={node.nodeId} node={node} onChange={onChange} />
      ))}
    </PlainTable>
  );
};

interface NodeRowProps extends Pick<NodesTableProps, 'onChange'> {
  readonly node: ManagedNode;
}

const NodeRow = ({ node, onChange }: NodeRowProps) => {
  const { t } = useLingui();
  const name = shortNodeId(node.nodeId);
  const percent = Math.round(node.load * 100);
  return (
    <tr {...ROLE.row} data-node={node.nodeId}>
      <th {...ROLE.rowheader} data-main title={node.nodeId}>
        {name}
      </th>
      <td {...ROLE.cell} data-label={t`State`}>
        {node.draining ? (
          <Badge tone="warning">{t`Drained`}</Badge>
        ) : (
          <Badge tone="success">{t`Takes new calls`}</Badge>
        )}
      </td>
      <td {...ROLE.cell} data-label={t`Load`}>{t`${percent}%`}</td>
      <td {...ROLE.cell} data-label={t`Rooms`}>
        {node.rooms}
      </td>
      <td {...ROLE.cell} data-label={t`Workers`}>
        {node.workers}
      </td>
      <td {...ROLE.cell} data-label={t`Version`}>
        <span style={WRAPPED}>{node.version ?? t`Not known`}</span>
      </td>
      <td {...ROLE.cell} data-label={t`Running since`}>
        <CellTime time={node.startedAt} />
      </td>
      <td {...ROLE.cell} data-actions>
        <Button
          variant="outline"
          size="sm"
          aria-label={node.draining ? t`Resume ${name}` : t`Drain ${name}`}
          onClick={() => onChange(node)}
        >
          {node.draining ? t`Resume` : t`Drain`}
        </Button>
      </td>
    </tr>
  );
};
