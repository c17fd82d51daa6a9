import { Trans } from '@lingui/react/macro';
import { Pencil, Power, Trash2 } from 'lucide-react';
import type { Webhook } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { useEnableWebhook } from './use-enable-webhook.tsx';

/** What can be done with a webhook of the list. */
export const WebhookMenu = ({ row }: { readonly row: Webhook }) => {
  const editing = useAddressDialog('edit');
  const deleting = useAddressDialog('delete');
  const enable = useEnableWebhook();
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => editing.open(row.id)}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuItem icon={<Power aria-hidden />} onSelect={() => enable(row)}>
        {row.enabled ? <Trans>Disable</Trans> : <Trans>Enable</Trans>}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => deleting.open(row.id)}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
};
