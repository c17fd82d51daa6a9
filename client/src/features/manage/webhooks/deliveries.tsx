import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { managedListQuery } from '#client/api/queries/manage/lists.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useTimeName } from '#client/features/manage/table/use-time-name.ts';
import { serverNow } from '#client/server-clock.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { iri } from '#protocol/rest/field.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryMenu } from './delivery-menu.tsx';
import { isSettling } from './is-settling.ts';
import { useDeliveryColumns } from './use-delivery-columns.tsx';
import { deliveriesList } from './webhooks-list.ts';

/** While one is on its way its row changes by itself. */
const SETTLING_MS = 2_000;

/** What was sent to a webhook, and how it was taken. */
export const Deliveries = ({ webhookId }: { readonly webhookId: string }) => {
  const { t } = useLingui();
  const address = useTableAddress(deliveriesList);
  const query = useManagedList('webhook_deliveries', address, {
    within: { webhook: iri('webhooks', webhookId) },
  });
  // The same part of the list, asked for again.
  useQuery({
    ...managedListQuery('webhook_deliveries', query.apiQuery),
    refetchInterval: ({ state }) =>
      state.data?.items.some((delivery) => isSettling(delivery, serverNow())) ? SETTLING_MS : false,
  });
  const timeName = useTimeName();
  const columns = useDeliveryColumns();
  const shown = useAddressDialog('delivery');
  return (
    <chakra.section aria-labelledby="deliveries" mt="5">
      <chakra.h2 id="deliveries" textStyle="subheading" mb="2">
        <Trans>Deliveries</Trans>
      </chakra.h2>
      <ManageList
        caption={t`List of deliveries`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ created }) => timeName(created)}
        Actions={DeliveryMenu}
        empty={
          <EmptyState icon={<Send aria-hidden />} title={t`Nothing has been sent yet`}>
            <Trans>Send a test event to see how your server handles it.</Trans>
          </EmptyState>
        }
      />
      {shown.value !== null && <DeliveryDialog id={shown.value} onClose={shown.close} />}
    </chakra.section>
  );
};
