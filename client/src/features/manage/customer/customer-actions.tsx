import { useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import type { Customer } from '#client/api/api-types.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';

/** The menu of a customer in the list. */
export const CustomerActions = ({ row: { id, isDefault } }: { readonly row: Customer }) => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => edit.open(id)}>
        {t`Edit`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        dangerous
        disabled={isDefault && account.kind === 'manager'}
        onSelect={() => remove.open(id)}
      >
        {t`Delete`}
      </MenuItem>
    </>
  );
};
