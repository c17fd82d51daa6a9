import { Trans, useLingui } from '@lingui/react/macro';
import { ListChecks } from 'lucide-react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { taskTitle } from './task-words.ts';
import { tasksList } from './tasks-list.ts';
import { useTaskColumns } from './use-task-columns.tsx';

/** Of the account, whichever customer is shown. */
const EVERY_CUSTOMER = {};

/** `/manager/tasks`: what was done to many rows at once, with its results. */
export const TasksPage = () => {
  const { t, i18n } = useLingui();
  const address = useTableAddress(tasksList);
  const query = useManagedList('tasks', address, { within: EVERY_CUSTOMER });
  const columns = useTaskColumns();
  return (
    <ConsolePage title={t`Tasks`} fills>
      <ManageList
        caption={t`Tasks`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(task) => taskTitle(i18n, task)}
        empty={
          <EmptyState icon={<ListChecks aria-hidden />} title={t`No tasks yet`}>
            <Trans>Bulk actions and imports are listed here with their results.</Trans>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
};
