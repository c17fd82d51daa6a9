import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';
import { pairedDevicesQuery } from '#client/api/queries/manage/users.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { List, ListRow } from '#client/ui/list.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { iri } from '#protocol/rest/field.ts';

/** The devices that one user is paired with: devices belong to customers, not to users. */
export const UserDevices = ({ userId }: { readonly userId: string }) => {
  const { t } = useLingui();
  const user = iri('users', userId);
  const { data, error, refetch } = useQuery(pairedDevicesQuery(user));
  return (
    <Panel padding="none" borderRadius="md" aria-label={t`Devices`} overflowY="auto">
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.length === 0 && (
        <EmptyState icon={<TabletSmartphone aria-hidden />} title={t`Not paired with a device`} />
      )}
      {data && data.length > 0 && (
        <List>
          {data.map((pair) => {
            const { label, party } = otherSideOf(userId, pair);
            const [name = '', detail = ''] = label.split('\n');
            return (
              <ListRow
                key={pair.id}
                leading={<TabletSmartphone size={20} aria-hidden />}
                title={
                  party === null ? (
                    name
                  ) : (
                    <chakra.span color="link">
                      <PartyLink party={party} name={name} />
                    </chakra.span>
                  )
                }
                details={detail}
                trailing={
                  <chakra.span textStyle="small" color="ink.muted">
                    {pair.online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
                  </chakra.span>
                }
              />
            );
          })}
        </List>
      )}
    </Panel>
  );
};
