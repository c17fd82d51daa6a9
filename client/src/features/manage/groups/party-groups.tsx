import { useLingui } from '@lingui/react/macro';
import { MessagesSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';
import type { ManageColumn } from '#client/features/manage/table/manage-column.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { CellTime } from '#client/ui/short-time.tsx';

const partyGroupsList: ListDefinition = {
  name: 'party-groups',
  sorts: ['created', 'name', 'start', 'end', 'owner'],
  filters: [],
};

export interface PartyGroupsProps {
  /** IRI of a user or device. */
  readonly party: string;
}

/** The groups that one user or device owns or is a member of. */
export const PartyGroups = ({ party }: PartyGroupsProps) => {
  const { t } = useLingui();
  const address = useTableAddress(partyGroupsList);
  const query = useManagedList('groups', address, { within: { party } });
  const columns = useColumns(party);
  return (
    <ManageList
      caption={t`Groups`}
      searchLabel={t`Search groups`}
      address={address}
      query={query}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={<EmptyState icon={<MessagesSquare aria-hidden />} title={t`No groups yet`} />}
    />
  );
};

const useColumns = (party: string): readonly ManageColumn<Group>[] => {
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
      {
        id: 'role',
        label: t`Role`,
        width: 110,
        cell: ({ owner }) =>
          owner === party ? t`Owner` : t({ message: 'Member', context: 'role in a group' }),
      },
      {
        id: 'owner',
        label: t`Owner`,
        width: 160,
        sortBy: 'owner',
        cell: ({ owner, ownerName }) => <PartyLink party={owner} name={ownerName} />,
      },
      {
        id: 'members',
        label: t`Members`,
        width: 240,
        cell: ({ memberLabel }) => memberLabel,
        empty: ({ memberLabel }) => memberLabel === '',
      },
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
    [t, party],
  );
};
