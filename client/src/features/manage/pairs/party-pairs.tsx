import { useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { InviteButton } from './invite-button.tsx';
import type { PairOwner } from './invite-dialog.tsx';
import { PairDialogs } from './pair-dialogs.tsx';
import { PairMenu } from './pair-menu.tsx';
import { partyPairsList } from './pairs-list.ts';
import { usePartyPairColumns } from './use-party-pair-columns.tsx';

/** The pairs of one user or device, no matter who invited whom. */
export const PartyPairs = ({ owner }: { readonly owner: PairOwner }) => {
  const { t } = useLingui();
  const address = useTableAddress(partyPairsList);
  const { party } = owner;
  const query = useManagedList('pairs', address, { within: { party } });
  const columns = usePartyPairColumns(party);
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
