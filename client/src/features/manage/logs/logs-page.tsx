import { useLingui } from '@lingui/react/macro';
import { ScrollText } from 'lucide-react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { LogActions } from './log-actions.tsx';
import { logsList } from './logs-list.ts';
import { useLogColumns } from './use-log-columns.tsx';
import { useLogWords } from './use-log-words.ts';

/** `/manager/logs`: who did what, when and from where. */
export const LogsPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(logsList);
  const query = useManagedList('logs', address);
  const columns = useLogColumns();
  const words = useLogWords();
  const entry = useAddressDialog('entry');
  return (
    <ConsolePage title={t`Audit log`} fills>
      <ManageList
        caption={t`Audit log`}
        searchLabel={t`Search by name or IP address`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={words.entry}
        Actions={LogActions}
        empty={<EmptyState icon={<ScrollText aria-hidden />} title={t`Nothing is logged yet`} />}
      />
      {entry.value !== null && <EntryDialog id={entry.value} onClose={entry.close} />}
    </ConsolePage>
  );
};
