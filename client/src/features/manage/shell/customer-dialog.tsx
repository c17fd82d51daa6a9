import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type CustomerChoice, foundCustomersQuery } from '#client/api/queries/manage/customers.ts';
import { FoundChoice, FoundDialog } from './found-dialog.tsx';
import type { ConsoleAccount } from './use-console-account.ts';

export interface CustomerDialogProps {
  readonly account: ConsoleAccount;
  /** Null: all, or none. */
  readonly chosen: string | null;
  /** All customers can be chosen. */
  readonly withAll?: boolean;
  /** Null: all. */
  readonly onChoose: (customer: CustomerChoice | null) => void;
  readonly onClose: () => void;
}

/** Chooses one of the customers that the account may act on, by a few letters of its name. */
export const CustomerDialog = ({
  account,
  chosen,
  withAll = false,
  onChoose,
  onClose,
}: CustomerDialogProps) => {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const query = useQuery(foundCustomersQuery(account.kind === 'manager' ? account.manages : null, search));
  const markOf = (id: string | null) => ({
    current: id === chosen,
    mark: id === chosen && <Check size={18} aria-hidden />,
  });
  return (
    <FoundDialog
      title={t`Choose a customer`}
      searchLabel={t`Search customers`}
      search={search}
      onSearch={setSearch}
      query={query}
      nothing={<Trans>No customers found</Trans>}
      onClose={onClose}
    >
      {(found) => (
        <>
          {withAll && search === '' && (
            <FoundChoice {...markOf(null)} onChoose={() => onChoose(null)}>{t`All customers`}</FoundChoice>
          )}
          {found.map(({ id, name }) => (
            <FoundChoice key={id} {...markOf(id)} onChoose={() => onChoose({ id, name })}>
              {name}
            </FoundChoice>
          ))}
        </>
      )}
    </FoundDialog>
  );
};
