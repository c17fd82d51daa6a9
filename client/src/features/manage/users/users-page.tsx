import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus, Users } from 'lucide-react';
import { ImportLink } from '#client/features/manage/import/import-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useSelection } from '#client/features/manage/table/use-selection.tsx';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useUserColumns } from './use-user-columns.tsx';
import { UserActions } from './user-actions.tsx';
import { UserQuestions } from './user-questions.tsx';
import { UsersBulk } from './users-bulk.tsx';
import { usersList } from './users-list.ts';

/** `/manager/users`. */
export const UsersPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(usersList);
  const query = useManagedList('users', address);
  const selection = useSelection(address);
  const { customerId } = useScope();
  const columns = useUserColumns(customerId === null);
  const add = usePlainDialog('add');
  const addButton = (
    <Button size="sm" aria-haspopup="dialog" onClick={() => add.open()}>
      <UserPlus aria-hidden />
      <Trans>Add a user</Trans>
    </Button>
  );
  return (
    <UserQuestions>
      <ConsolePage
        title={t`Users`}
        fills
        tools={
          <>
            <ImportLink kind="users" />
            {addButton}
          </>
        }
      >
        <ManageList
          caption={t`Users`}
          searchLabel={t`Search users`}
          address={address}
          query={query}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          selection={selection}
          bulk={<UsersBulk selection={selection} query={query.apiQuery} users={query.data?.items ?? []} />}
          Actions={UserActions}
          empty={
            <EmptyState icon={<Users aria-hidden />} title={t`No users yet`}>
              <Trans>People you add get an invitation by e-mail.</Trans>
            </EmptyState>
          }
        />
      </ConsolePage>
    </UserQuestions>
  );
};
