import { Trans, useLingui } from '@lingui/react/macro';
import { Building2, Plus } from 'lucide-react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { AddCustomerDialog } from './add-customer-dialog.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerDialogs } from './customer-dialogs.tsx';
import { customersList } from './customers-list.ts';
import { useCustomerColumns } from './use-customer-columns.tsx';

/** An address with more ids is refused; beyond them the list also has the customer that a manager only belongs to. */
const MOST_IDS = 100;

/** `/manager/customer`, with no customer chosen. */
export const CustomersPage = () => {
  const { t } = useLingui();
  const { customerIds } = useScope();
  const address = useTableAddress(customersList);
  const within = customerIds === null || customerIds.length > MOST_IDS ? {} : { id: customerIds };
  const query = useManagedList('customers', address, { within });
  const columns = useCustomerColumns();
  const add = usePlainDialog('add');
  return (
    <ConsolePage
      title={t`Customer settings`}
      fills
      tools={
        <Button size="sm" onClick={() => add.open()}>
          <Plus aria-hidden />
          <Trans>Add a customer</Trans>
        </Button>
      }
    >
      <ManageList
        caption={t`Customers`}
        searchLabel={t`Search customers`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        Actions={CustomerActions}
        empty={<EmptyState icon={<Building2 aria-hidden />} title={t`No customers yet`} />}
      />
      {add.isOpen && <AddCustomerDialog onClose={add.close} />}
      <CustomerDialogs />
    </ConsolePage>
  );
};
