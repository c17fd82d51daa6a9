import { Trans } from '@lingui/react/macro';
import { RotateCw, ScanText } from 'lucide-react';
import type { WebhookDelivery } from '#client/api/api-types.ts';
import { redeliver } from '#client/api/queries/manage/webhooks.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem } from '#client/ui/menu.tsx';
import { useChange } from '#client/ui/use-change.ts';

/** What can be done with a delivery of the list. */
export const DeliveryMenu = ({ row: { id } }: { readonly row: WebhookDelivery }) => {
  const shown = useAddressDialog('delivery');
  const again = useChange('webhook_deliveries', () => redeliver(id), { done: <Trans>Sent again</Trans> });
  return (
    <>
      <MenuItem icon={<ScanText aria-hidden />} onSelect={() => shown.open(id)}>
        <Trans>Show details</Trans>
      </MenuItem>
      <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => again.mutate()}>
        <Trans>Deliver again</Trans>
      </MenuItem>
    </>
  );
};
