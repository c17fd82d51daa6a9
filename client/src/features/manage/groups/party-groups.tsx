import { useLingui } from '@lingui/react/macro';
import { MessagesSquare } from 'lucide-react';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { usePartyGroupColumns } from './use-party-group-columns.tsx';

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
  const columns = usePartyGroupColumns(party);
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
