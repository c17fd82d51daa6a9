import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LoadingFailed } from './loading-failed.tsx';
import { Pager } from './pager.tsx';
import { Panel } from './panel.tsx';
import { Progress } from './progress.tsx';
import { SkeletonRows } from './skeleton.tsx';
import type { ListState } from './use-list-state.ts';

export interface ListPanelProps<Item> {
  readonly label: string;
  readonly list: ListState;
  /** Of react-query. */
  readonly query: {
    /** The server's last answer: the previous page while the next one loads. */
    readonly data: { readonly items: readonly Item[]; readonly total: number } | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** It is polled, so loading is not shown. */
  readonly quiet?: boolean;
  readonly children: (items: readonly Item[]) => ReactNode;
  /** Where there are no items. */
  readonly empty: ReactNode;
}

/** The panel of a paged list in all its states: loading, failed, empty, loaded. */
export const ListPanel = <Item,>({
  label,
  list,
  query,
  quiet = false,
  children,
  empty,
}: ListPanelProps<Item>) => {
  const { t } = useLingui();
  const { data: page, error, isFetching, refetch } = query;
  return (
    <Panel padding="none" position="relative" aria-label={label}>
      {isFetching && page && !quiet && <Progress label={t`Loading`} />}
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!page && !error && <SkeletonRows />}
      {page && page.items.length > 0 && (
        <>
          {children(page.items)}
          <Pager list={list} total={page.total} />
        </>
      )}
      {page?.items.length === 0 && !error && empty}
    </Panel>
  );
};
