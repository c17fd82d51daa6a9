import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, ShieldCheck } from 'lucide-react';
import { AdminOnly } from '#client/features/manage/shell/admin-only.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { AdminActions } from './admin-actions.tsx';
import { AdminQuestions } from './admin-questions.tsx';
import { adminsList } from './admins-list.ts';
import { useAdminColumns } from './use-admin-columns.tsx';

/** `/manager/admins`, of administrators. */
export const AdminsPage = () => (
  <AdminOnly>
    <Admins />
  </AdminOnly>
);

/** They belong to no customer. */
const EVERYWHERE = {};

const Admins = () => {
  const { t } = useLingui();
  const address = useTableAddress(adminsList);
  const query = useManagedList('admins', address, { within: EVERYWHERE });
  const columns = useAdminColumns();
  const add = usePlainDialog('add');
  return (
    <ConsolePage
      title={t`Administrators`}
      fills
      tools={
        <Button size="sm" onClick={() => add.open()}>
          <Plus aria-hidden />
          <Trans>Add an administrator</Trans>
        </Button>
      }
    >
      <ManageList
        caption={t`Administrators`}
        searchLabel={t`Search administrators`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        Actions={AdminActions}
        empty={<EmptyState icon={<ShieldCheck aria-hidden />} title={t`No administrators`} />}
      />
      <AdminQuestions />
    </ConsolePage>
  );
};
