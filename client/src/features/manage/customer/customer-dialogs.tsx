import { useLingui } from '@lingui/react/macro';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { EditCustomerDialog } from './edit-customer-dialog.tsx';

/** What is done with one customer, wherever it is shown: `?edit=` and `?delete=` of its address. */
export const CustomerDialogs = ({ onDeleted }: { readonly onDeleted?: () => void }) => {
  const { t } = useLingui();
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  const title = t`Customer`;
  if (edit.value !== null) {
    return (
      <Versioned key={edit.value} path="customers" id={edit.value} title={title} onClose={edit.close}>
        {(version) => <EditCustomerDialog version={version} onClose={edit.close} />}
      </Versioned>
    );
  }
  if (remove.value === null) return null;
  return (
    <Versioned key={remove.value} path="customers" id={remove.value} title={title} onClose={remove.close}>
      {(version) => (
        <DeleteCustomerDialog
          version={version}
          onClose={remove.close}
          onDeleted={onDeleted ?? remove.close}
        />
      )}
    </Versioned>
  );
};
