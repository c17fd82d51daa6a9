import { Trans, useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { ImportLink } from '#client/features/manage/import/import-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useSelection } from '#client/features/manage/table/use-selection.tsx';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { InviteButton } from './invite-button.tsx';
import { PairDialogs } from './pair-dialogs.tsx';
import { PairMenu } from './pair-menu.tsx';
import { PairsBulk } from './pairs-bulk.tsx';
import { pairsList } from './pairs-list.ts';
import { usePairColumns } from './use-pair-columns.tsx';

/** `/manager/pairs`. */
export const PairsPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(pairsList);
  const query = useManagedList('pairs', address);
  const selection = useSelection(address);
  const { customerId } = useScope();
  const columns = usePairColumns(customerId === null);
  return (
    <PairDialogs>
      <ConsolePage
        title={t`Pairs`}
        fills
        tools={
          <>
            <ImportLink kind="pairs" />
            <InviteButton />
          </>
        }
      >
        <ManageList
          caption={t`Pairs`}
          searchLabel={t`Search pairs`}
          address={address}
          query={query}
          columns={columns}
          rowId={({ id }) => id}
          // One person is in many pairs.
          rowName={(pair) => {
            const owner = pair.ownerName;
            const [other = ''] = otherSideOf(idOfIri(pair.owner), pair).label.split('\n');
            return t`${owner} and ${other}`;
          }}
          selection={selection}
          bulk={<PairsBulk selection={selection} query={query.apiQuery} pairs={query.data?.items ?? []} />}
          Actions={PairMenu}
          empty={
            <EmptyState icon={<Link2 aria-hidden />} title={t`No pairs yet`} action={<InviteButton />}>
              <Trans>Users and devices that are paired can call each other.</Trans>
            </EmptyState>
          }
        />
      </ConsolePage>
    </PairDialogs>
  );
};
