import { useEffect, useState } from 'react';
import { type WatchPhase, watchAsManager } from '#client/signal/manager-watch.ts';
import type { ManagedNode } from '#protocol/signal/manage.ts';

export interface NodesState {
  readonly phase: WatchPhase;
  /** ISO 8601: of when the figures are; null, as the next, before the first. */
  readonly at: string | null;
  readonly nodes: readonly ManagedNode[] | null;
}

/** The media nodes, for as long as the screen is shown. */
export function useNodes(): NodesState {
  const [state, setState] = useState<NodesState>({ phase: 'waiting', at: null, nodes: null });
  useEffect(
    () =>
      watchAsManager({
        topics: ['nodes'],
        customerIds: null,
        onPhase: (phase) => setState((before) => ({ ...before, phase })),
        onSnapshot: ({ at, nodes }) => setState((before) => ({ ...before, at, nodes })),
        onNotice: (notice) => {
          if (notice.notice !== 'manage.nodesChanged') return;
          const { at, nodes } = notice.data;
          setState((before) => ({ ...before, at, nodes }));
        },
      }),
    [],
  );
  return state;
}
