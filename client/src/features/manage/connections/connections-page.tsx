import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useTimeName } from '#client/features/manage/table/use-time-name.ts';
import { peerName } from '#client/i18n/peer-name.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import { ConnectionMenu } from './connection-menu.tsx';
import { connectionsList } from './connections-list.ts';
import { useConnectionColumns } from './use-call-columns.tsx';

/** `/manager/connections`: the calls that have ended, a row for each who took part. */
export const ConnectionsPage = () => {
  const { t, i18n } = useLingui();
  const address = useTableAddress(connectionsList);
  const query = useManagedList('connections', address);
  const timeName = useTimeName();
  const columns = useConnectionColumns();
  return (
    <ConsolePage
      title={t`Calls`}
      beside={
        <chakra.p textStyle="caption" color="ink.muted">
          <Trans>
            One row for each participation of a user or device: a call of two users has two rows. Guests have
            none.
          </Trans>
        </chakra.p>
      }
      fills
    >
      <ManageList
        caption={t`Calls`}
        searchLabel={t`Search names`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ ownerKind, ownerName, start }) =>
          timeName(start, ownerName ?? peerName(i18n, DELETED_PEER_NAMES[ownerKind]))
        }
        Actions={ConnectionMenu}
        empty={<EmptyState icon={<History aria-hidden />} title={t`No calls yet`} />}
      />
    </ConsolePage>
  );
};
