import { useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useTimeName } from '#client/features/manage/table/use-time-name.ts';
import { peerName } from '#client/i18n/peer-name.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ConnectionMenu } from './connection-menu.tsx';
import { partyCallsList } from './connections-list.ts';
import { usePartyCallColumns } from './use-party-call-columns.tsx';

export interface PartyCallsProps {
  /** IRI of a user or device. */
  readonly party: string;
}

/** The calls of one user or device. */
export const PartyCalls = ({ party }: PartyCallsProps) => {
  const { t, i18n } = useLingui();
  const address = useTableAddress(partyCallsList);
  const query = useManagedList('connections', address, { within: { owner: party } });
  const timeName = useTimeName();
  const columns = usePartyCallColumns();
  return (
    <ManageList
      caption={t`Calls`}
      address={address}
      query={query}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name, start }) => timeName(start, peerName(i18n, name))}
      Actions={ConnectionMenu}
      empty={<EmptyState icon={<History aria-hidden />} title={t`No calls yet`} />}
    />
  );
};
