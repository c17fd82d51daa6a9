import { useQuery } from '@tanstack/react-query';
import { customerVersionQuery } from '#client/api/queries/manage/customer.ts';
import { useCloseIfGone } from '#client/features/manage/form/use-close-if-gone.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { EditCustomerDialog } from './edit-customer-dialog.tsx';

/** What is done with one customer, wherever it is shown: `?edit=` and `?delete=` of its address. */
export const CustomerDialogs = ({ onDeleted }: { readonly onDeleted?: () => void }) => {
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  const id = edit.value ?? remove.value;
  const { data: version, error } = useQuery({ ...customerVersionQuery(id ?? ''), enabled: id !== null });
  useCloseIfGone(id, error, edit.value === null ? remove.close : edit.close);
  if (!version) return null;
  if (edit.value !== null) {
    return <EditCustomerDialog key={edit.value} version={version} onClose={edit.close} />;
  }
  return (
    <DeleteCustomerDialog
      key={remove.value}
      version={version}
      onClose={remove.close}
      onDeleted={onDeleted ?? remove.close}
    />
  );
};
