import { useLingui } from '@lingui/react/macro';
import { MessagesSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';
import type { ManageColumn } from '#client/features/manage/table/manage-column.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { CellTime } from '#client/ui/short-time.tsx';
import { iri } from '#protocol/rest/field.ts';

const groupsList: ListDefinition = {
  name: 'user-groups',
  sorts: ['created', 'name', 'start', 'end'],
  filters: [],
};

/** The groups that one user owns. */
export const UserGroups = ({ userId }: { readonly userId: string }) => {
  const { t } = useLingui();
  const address = useTableAddress(groupsList);
  const query = useManagedList('groups', address, { within: { owner: iri('users', userId) } });
  const columns = useColumns();
  return (
    <ManageList
      caption={t`Own groups`}
      searchLabel={t`Search groups`}
      address={address}
      query={query}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={<EmptyState icon={<MessagesSquare aria-hidden />} title={t`This user owns no groups`} />}
    />
  );
};

const useColumns = (): readonly ManageColumn<Group>[] => {
  const { t } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Group>[] => [
      {
        id: 'name',
        label: t`Name`,
        main: true,
        width: 240,
        sortBy: 'name',
        cell: ({ id, name }) => <ConsoleLink to={`/manager/groups/${id}`}>{name}</ConsoleLink>,
      },
      { id: 'members', label: t`Members`, width: 280, cell: ({ memberLabel }) => memberLabel },
      {
        id: 'start',
        label: t`Start`,
        width: 170,
        sortBy: 'start',
        cell: ({ start }) => start !== null && <CellTime time={start} />,
        empty: ({ start }) => start === null,
      },
      {
        id: 'end',
        label: t`End`,
        width: 170,
        sortBy: 'end',
        cell: ({ end }) => end !== null && <CellTime time={end} />,
        empty: ({ end }) => end === null,
      },
      {
        id: 'created',
        label: t`Created`,
        width: 170,
        sortBy: 'created',
        cell: ({ created }) => <CellTime time={created} />,
      },
    ],
    [t],
  );
};
