import { Trans } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import type { Notification } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';

/** What can be done with a notification of the list. */
export const NotificationMenu = ({ row: { id } }: { readonly row: Notification }) => {
  const editing = useAddressDialog('edit');
  const deleting = useAddressDialog('delete');
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => editing.open(id)}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => deleting.open(id)}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
};
