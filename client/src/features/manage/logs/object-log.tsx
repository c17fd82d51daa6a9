import { useLingui } from '@lingui/react/macro';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { LogActions } from './log-actions.tsx';
import { objectLogList } from './logs-list.ts';
import { type LogColumn, useLogColumns } from './use-log-columns.tsx';
import { useLogWords } from './use-log-words.ts';

/** What was done to one object, by whom and from where. */
export const ObjectLog = ({ resourceId }: { readonly resourceId: string }) => {
  const { t } = useLingui();
  const address = useTableAddress(objectLogList);
  const query = useManagedList('logs', address, { within: { resourceId } });
  const all = useLogColumns();
  const words = useLogWords();
  // The object and its customer are the same in each entry.
  const columns = useMemo(
    () =>
      all
        .filter(({ id }) => id !== 'object' && id !== 'customer')
        .map((column): LogColumn => {
          if (column.id === 'action') return { ...column, main: true };
          if (column.id !== 'address') return column;
          // There is room for it.
          const { hidden: _, ...shown } = column;
          return shown;
        }),
    [all],
  );
  const entry = useAddressDialog('entry');
  return (
    <>
      <ManageList
        caption={t`Log`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={words.entry}
        Actions={LogActions}
        empty={<EmptyState icon={<ScrollText aria-hidden />} title={t`Nothing is logged yet`} />}
      />
      {entry.value !== null && <EntryDialog id={entry.value} onClose={entry.close} />}
    </>
  );
};
