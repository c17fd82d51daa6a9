import { Trans } from '@lingui/react/macro';
import { MailPlus, Pencil, Trash2 } from 'lucide-react';
import type { Group } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';

/** What can be done with a group of the list. */
export const GroupMenu = ({ row: { id } }: { readonly row: Group }) => {
  const editing = useAddressDialog('edit');
  const inviting = useAddressDialog('invite');
  const deleting = useAddressDialog('delete');
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => editing.open(id)}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuItem icon={<MailPlus aria-hidden />} onSelect={() => inviting.open(id)}>
        <Trans>Invite by e-mail</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => deleting.open(id)}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
};
