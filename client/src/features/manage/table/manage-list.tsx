import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Columns3, SearchX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { ManagedPage } from '#client/api/queries/manage/lists.ts';
import { useListWithoutTimes } from '#client/features/manage/shell/list-without-times.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { BeyondTheEnd, isTooDeep } from './beyond-the-end.tsx';
import { ExportButton, type ExportedList } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { ManageTable, type ManageTableProps } from './manage-table.tsx';
import { ScrollArea } from './scroll-area.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortSelect } from './sort-select.tsx';
import { hasDays } from './table-address.ts';
import { TablePager } from './table-pager.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { PrepareList } from './use-managed-list.ts';
import type { TableAddressState } from './use-table-address.ts';
import { useTableMemory, visibilityOf } from './use-table-memory.ts';

/** Loaded when it is opened: few open it, and every list would wait for it. */
const ColumnsDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./columns-dialog.tsx'))).ColumnsDialog,
}));

/** Every letter is an answer within 250 ms: an earlier search is aborted. */
const SEARCH_PAUSE_MS = 150;

export interface ManageListProps<Row extends object>
  extends Omit<ManageTableProps<Row>, 'address' | 'look' | 'onLook' | 'rows' | 'prepare'> {
  readonly address: TableAddressState;
  /** Of react-query (use-managed-list.ts). */
  readonly query: {
    readonly data: ManagedPage<Row> | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
    /** What the list is at the API, where it can be had as a file. */
    readonly exported?: ExportedList;
    /** Undefined where nothing is loaded ahead. */
    readonly prepare?: PrepareList;
  };
  /** Undefined where the list cannot be searched. */
  readonly searchLabel?: string;
  /** Buttons for the chosen rows. */
  readonly bulk?: ReactNode;
  /** In the line of the filters, behind them: what the rows have in common. */
  readonly note?: ReactNode;
  /** In the line of the filters, at its end. */
  readonly tools?: ReactNode;
  /** Where there is nothing at all; where nothing matches, the list says so itself. */
  readonly empty: ReactNode;
}

/** A list of the console with its search, filters, columns, selection and pages, in all its states. Put it into a `ConsolePage` that `fills`. */
export const ManageList = <Row extends object>({
  address,
  query,
  searchLabel,
  bulk,
  note,
  tools,
  empty,
  ...table
}: ManageListProps<Row>) => {
  const { t } = useLingui();
  const { definition } = address;
  const [look, setLook] = useTableMemory(definition.name);
  const [columnsOpen, setColumnsOpen] = useState(false);
  const list = useRef<HTMLElement>(null);
  useKeptFocus(list);
  const { data: page, error, isFetching, refetch, exported, prepare } = query;
  const [first] = page?.items ?? [];
  const { columns, selection, rowId, caption } = table;
  const visible = visibilityOf(columns, look);
  const showsTimes = page?.items.length !== 0 && columns.some(({ id, time }) => time && visible[id]);
  useListWithoutTimes(!showsTimes && !hasDays(address));
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" pb="3" flexShrink="0">
        {searchLabel !== undefined && (
          <SearchField
            label={searchLabel}
            value={address.search}
            onSearch={address.setSearch}
            pauseMs={SEARCH_PAUSE_MS}
            dense
          />
        )}
        <Filters address={address.list} />
        <SortSelect columns={columns} address={address.list} />
        {note}
        {/* They wrap together: none of them stands alone at the start of a line. */}
        <chakra.div display="flex" flexWrap="wrap" gap="2" ms={{ md: 'auto' }}>
          {tools}
          {exported && page && first && (
            <ExportButton exported={exported} columns={columns} row={first} look={look} total={page.total} />
          )}
          <Button
            variant="outline"
            size="sm"
            px="3"
            display={{ base: 'none', md: 'inline-flex' }}
            aria-haspopup="dialog"
            onClick={() => setColumnsOpen(true)}
          >
            <Columns3 aria-hidden />
            <Trans>Columns</Trans>
          </Button>
        </chakra.div>
      </chakra.div>
      <Panel
        ref={list}
        padding="none"
        position="relative"
        aria-label={caption}
        display="flex"
        flexDirection="column"
        minH="0"
        // On a phone the bar of chosen rows sticks to the window, which a hidden overflow would keep it from.
        overflow={{ base: 'clip', md: 'hidden' }}
        borderRadius="md"
      >
        {isFetching && page && <Progress label={t`Loading`} />}
        <chakra.p srOnly role="status">
          {page && <Plural value={page.total} one="# result" other="# results" />}
        </chakra.p>
        {isTooDeep(error) ? (
          <BeyondTheEnd error={error} onFirst={() => address.setPage(1)} />
        ) : (
          error && <LoadingFailed error={error} onRetry={() => void refetch()} />
        )}
        {!page && !error && <SkeletonRows />}
        {page && selection && (
          <SelectionBar selection={selection} ids={page.items.map(rowId)} total={page.total}>
            {bulk}
          </SelectionBar>
        )}
        {page && page.items.length > 0 && (
          <>
            <ScrollArea>
              <ManageTable
                {...table}
                rows={page.items}
                address={address.list}
                look={look}
                onLook={setLook}
                prepare={prepare}
              />
            </ScrollArea>
            <TablePager address={address} page={page} prepare={prepare} />
          </>
        )}
        {page?.items.length === 0 &&
          !error &&
          (page.total > 0 ? (
            <BeyondTheEnd error={null} onFirst={() => address.setPage(1)} />
          ) : address.isFiltered ? (
            <Nothing address={address} />
          ) : (
            empty
          ))}
      </Panel>
      {columnsOpen && (
        <Suspense>
          <ColumnsDialog
            columns={columns}
            look={look}
            onLook={setLook}
            onClose={() => setColumnsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};

const Nothing = ({ address }: { readonly address: TableAddressState }) => {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t`Nothing matches`}
      action={
        <Button variant="outline" onClick={address.clear}>
          <Trans>Clear search and filters</Trans>
        </Button>
      }
    />
  );
};
