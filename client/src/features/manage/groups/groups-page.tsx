import { Trans, useLingui } from '@lingui/react/macro';
import { MessagesSquare, Plus } from 'lucide-react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useSelection } from '#client/features/manage/table/use-selection.tsx';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { AddGroupDialog } from './add-group-dialog.tsx';
import { GroupDialogs } from './group-dialogs.tsx';
import { GroupMenu } from './group-menu.tsx';
import { GroupsBulk } from './groups-bulk.tsx';
import { groupsList } from './groups-list.ts';
import { useGroupColumns } from './use-group-columns.tsx';

/** `/manager/groups`. */
export const GroupsPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(groupsList);
  const query = useManagedList('groups', address);
  const selection = useSelection(address);
  const columns = useGroupColumns();
  const adding = usePlainDialog('add');
  const add = (
    <Button size="sm" onClick={() => adding.open()}>
      <Plus aria-hidden />
      <Trans>Create group</Trans>
    </Button>
  );
  return (
    <ConsolePage title={t`Groups`} tools={add} fills>
      <ManageList
        caption={t`Groups`}
        searchLabel={t`Search groups`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        selection={selection}
        bulk={<GroupsBulk selection={selection} query={query.apiQuery} />}
        Actions={GroupMenu}
        empty={
          <EmptyState icon={<MessagesSquare aria-hidden />} title={t`No groups yet`} action={add}>
            <Trans>With a group, its owner calls several people, devices and guests at once.</Trans>
          </EmptyState>
        }
      />
      {adding.isOpen && <AddGroupDialog onClose={adding.close} />}
      <GroupDialogs />
    </ConsolePage>
  );
};
