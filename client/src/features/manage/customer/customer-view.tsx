import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { customerVersionQuery } from '#client/api/queries/manage/customer.ts';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { PageTabs } from '#client/features/manage/shell/page-tabs.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { AppError } from '#protocol/app-error.ts';
import { CustomerDetails } from './customer-details.tsx';
import { CustomerDialogs } from './customer-dialogs.tsx';
import { CustomerFeatures } from './customer-features.tsx';
import { CustomerManagers } from './customer-managers.tsx';

export const customerTabs = ['settings', 'features', 'managers'] as const;
export type CustomerTab = (typeof customerTabs)[number];

export interface CustomerViewProps {
  readonly id: string;
  readonly tab: CustomerTab;
}

const LIST = '/manager/customer';

/** One customer: its settings, what its people may do, and who manages it. */
export const CustomerView = ({ id, tab }: CustomerViewProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const account = useConsoleAccount();
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  const { data, error, refetch } = useQuery(customerVersionQuery(id));
  if (error instanceof AppError && error.code === 'not-found') return <NotFoundPage />;
  const customer = data?.item;
  const name = customer?.name ?? t`Customer settings`;
  const labels: Readonly<Record<CustomerTab, string>> = {
    settings: t`Settings`,
    features: t`Features`,
    managers: t`Managers`,
  };
  const addressOf = (each: CustomerTab) => (each === 'settings' ? `${LIST}/${id}` : `${LIST}/${id}/${each}`);
  const hasList = account.kind === 'admin' || account.manages.length > 1;
  const deletable = customer && !(customer.isDefault && account.kind === 'manager');
  return (
    <ConsolePage
      dated={tab === 'settings'}
      title={name}
      back={
        hasList && (
          <TextLink to={LIST}>
            <Trans>All customers</Trans>
          </TextLink>
        )
      }
      beside={
        customer?.isDefault && (
          <Badge>
            <Trans>Default</Trans>
          </Badge>
        )
      }
      tools={
        customer && (
          <>
            <Button variant="outline" size="sm" onClick={() => edit.open(id)}>
              <Pencil aria-hidden />
              <Trans>Edit</Trans>
            </Button>
            {deletable && (
              <Button variant="outline" size="sm" onClick={() => remove.open(id)}>
                <Trash2 aria-hidden />
                <Trans>Delete</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      <PageTabs
        label={t`About ${name}`}
        tabs={customerTabs.map((each) => ({ to: addressOf(each), label: labels[each] }))}
        current={addressOf(tab)}
      />
      {error && !customer && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!customer && !error && <SkeletonRows />}
      {customer && tab === 'settings' && <CustomerDetails customer={customer} />}
      {customer && tab === 'features' && <CustomerFeatures customer={customer} />}
      {customer && tab === 'managers' && <CustomerManagers customer={customer} />}
      <CustomerDialogs onDeleted={() => void navigate(LIST, { replace: true })} />
    </ConsolePage>
  );
};
