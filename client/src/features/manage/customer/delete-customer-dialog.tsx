import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Customer } from '#client/api/api-types.ts';
import { deleteItem, type Tagged } from '#client/api/call-api.ts';
import { customerUseQuery } from '#client/api/queries/manage/customer.ts';
import { TypeNameDialog } from '#client/features/manage/form/type-name-dialog.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { CustomerInUse } from './customer-in-use.tsx';

export interface DeleteCustomerDialogProps {
  readonly version: Tagged<Customer>;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for the name, or says what keeps the customer from being deleted. */
export const DeleteCustomerDialog = ({
  version: { item, etag },
  onClose,
  onDeleted,
}: DeleteCustomerDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const deleted = useRef(false);
  const { id, name } = item;
  const { data: use, error, refetch } = useQuery(customerUseQuery(id));
  if (item.isDefault) {
    return (
      <Dialog title={t`${name} can’t be deleted`} onClose={onClose} actions={<Close onClose={onClose} />}>
        <Trans>It’s the default customer: everyone who signs up belongs to it at first.</Trans>
      </Dialog>
    );
  }
  if (!use) {
    return (
      <Dialog title={t`Delete ${name}?`} onClose={onClose} actions={<Close onClose={onClose} />}>
        {error ? <LoadingFailed error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} />}
      </Dialog>
    );
  }
  if (use.users + use.devices + use.calls > 0) {
    return <CustomerInUse customer={item} use={use} onClose={onClose} />;
  }
  return (
    <TypeNameDialog
      title={t`Delete ${name}?`}
      name={name}
      confirmLabel={t`Delete`}
      queryKey="customers"
      change={async () => {
        await deleteItem('customers', id, { ifMatch: etag });
        deleted.current = true;
        // A manager no longer manages it.
        await queryClient.invalidateQueries({ queryKey: ['users', 'current'] });
      }}
      done={<Trans>{name} was deleted</Trans>}
      onClose={() => (deleted.current ? onDeleted() : onClose())}
    >
      <Trans>Its settings, features, webhooks and notifications are deleted too. This can’t be undone.</Trans>
    </TypeNameDialog>
  );
};

const Close = ({ onClose }: { readonly onClose: () => void }) => (
  <Button variant="outline" onClick={onClose}>
    <Trans>Close</Trans>
  </Button>
);
