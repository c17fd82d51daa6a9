import { Trans, useLingui } from '@lingui/react/macro';
import { Server } from 'lucide-react';
import { useState } from 'react';
import { Freshness } from '#client/features/manage/live/freshness.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { ScrollArea } from '#client/features/manage/table/scroll-area.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import type { ManagedNode } from '#protocol/signal/manage.ts';
import { DrainDialog } from './drain-dialog.tsx';
import { NodesTable } from './nodes-table.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { UnassignedRecordings } from './unassigned-recordings.tsx';
import { useNodes } from './use-nodes.ts';

/** `/manager/nodes`: the media nodes; administrators alone. */
export const NodesPage = () => {
  const { kind } = useConsoleAccount();
  return kind === 'admin' ? <AdminsNodesPage /> : <NotFoundPage />;
};

const AdminsNodesPage = () => {
  const { t } = useLingui();
  const { phase, at, nodes } = useNodes();
  const [changing, setChanging] = useState<ManagedNode | null>(null);
  const close = () => setChanging(null);
  return (
    <ConsolePage title={t`Media nodes`} dated beside={<Freshness phase={phase} at={at} />}>
      <Panel padding="none" overflow="hidden">
        {!nodes && <SkeletonRows />}
        {nodes?.length === 0 && (
          <EmptyState icon={<Server aria-hidden />} title={t`No media nodes`}>
            <Trans>Group calls need one.</Trans>
          </EmptyState>
        )}
        {nodes && nodes.length > 0 && (
          <ScrollArea>
            <NodesTable nodes={nodes} onChange={setChanging} />
          </ScrollArea>
        )}
      </Panel>
      <UnassignedRecordings />
      {changing && !changing.draining && nodes && (
        <DrainDialog node={changing} isLast={isLast(changing, nodes)} onClose={close} />
      )}
      {changing?.draining && <ResumeDialog node={changing} onClose={close} />}
    </ConsolePage>
  );
};

const isLast = ({ nodeId }: ManagedNode, nodes: readonly ManagedNode[]): boolean =>
  !nodes.some((node) => node.nodeId !== nodeId && !node.draining && node.workers > 0);
