import { Trans } from '@lingui/react/macro';
import { RotateCw, ScanText } from 'lucide-react';
import type { WebhookDelivery } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem } from '#client/ui/menu.tsx';
import { useRedeliver } from './use-redeliver.tsx';

/** What can be done with a delivery of the list. */
export const DeliveryMenu = ({ row: { id } }: { readonly row: WebhookDelivery }) => {
  const shown = useAddressDialog('delivery');
  const again = useRedeliver(id);
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
