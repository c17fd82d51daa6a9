import { useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { Connection } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import type { ManageColumn } from '#client/features/manage/table/manage-column.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useTimeName } from '#client/features/manage/table/use-time-name.ts';
import { peerName, peerNameWords } from '#client/i18n/peer-name.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ConnectionMenu } from './connection-menu.tsx';
import { partyCallsList } from './connections-list.ts';
import { useCallColumns } from './use-call-columns.tsx';

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
  const columns = useColumns();
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

const useColumns = (): readonly ManageColumn<Connection>[] => {
  const { t, i18n } = useLingui();
  const common = useCallColumns();
  return useMemo(
    (): readonly ManageColumn<Connection>[] => [
      {
        id: 'with',
        label: t`With`,
        main: true,
        width: 240,
        exported: { field: 'name', words: peerNameWords(i18n) },
        cell: ({ name, callId }) => (
          <ConsoleLink to={`/manager/connections?callId=${callId}`}>{peerName(i18n, name)}</ConsoleLink>
        ),
      },
      ...common,
    ],
    [t, i18n, common],
  );
};
