import { useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import type { ManageColumn } from '#client/features/manage/table/manage-column.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TwoLines } from '#client/ui/two-lines.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { InviteButton } from './invite-button.tsx';
import type { PairOwner } from './invite-dialog.tsx';
import { PairDialogs } from './pair-dialogs.tsx';
import { PairMenu } from './pair-menu.tsx';
import { partyPairsList } from './pairs-list.ts';
import { commonColumns } from './use-pair-columns.tsx';

/** The pairs of one user or device, no matter who invited whom. */
export const PartyPairs = ({ owner }: { readonly owner: PairOwner }) => {
  const { t } = useLingui();
  const address = useTableAddress(partyPairsList);
  const { party } = owner;
  const query = useManagedList('pairs', address, { within: { party } });
  const columns = useColumns(party);
  return (
    <PairDialogs owner={owner}>
      <ManageList
        caption={t`Pairs`}
        searchLabel={t`Search pairs`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(pair) => otherSideOf(idOfIri(party), pair).label.split('\n')[0] ?? ''}
        Actions={PairMenu}
        tools={<InviteButton />}
        empty={<EmptyState icon={<Link2 aria-hidden />} title={t`No pairs yet`} />}
      />
    </PairDialogs>
  );
};

const useColumns = (party: string): readonly ManageColumn<Pair>[] => {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Pair>[] => [
      {
        id: 'with',
        label: t`With`,
        main: true,
        width: 260,
        exported: { field: 'with' },
        cell: (pair) => {
          const { party: other, label } = otherSideOf(idOfIri(party), pair);
          return other === null ? <TwoLines text={label} /> : <PartyLink party={other} name={label} />;
        },
      },
      {
        id: 'invited',
        label: t`Invited by`,
        width: 200,
        exported: { field: 'ownerName' },
        cell: ({ ownerName }) => ownerName,
      },
      ...commonColumns(i18n, t`State`, t`Connection`, t`Created`),
    ],
    [t, i18n, party],
  );
};
