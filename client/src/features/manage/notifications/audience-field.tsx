import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  foundCustomersQuery,
  managedCustomerQuery,
  managedCustomersQuery,
} from '#client/api/queries/manage/customers.ts';
import type { Choice } from '#client/features/manage/pick/choices.tsx';
import { SearchPicker } from '#client/features/manage/pick/search-picker.tsx';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SelectField } from '#client/ui/select-field.tsx';

/** Instead of an id: all customers, which administrators alone can choose. */
export const EVERYONE = 'everyone';

export interface AudienceFieldProps {
  readonly label: string;
  /** Of the form's field, whose text is the id of the customer. */
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
  /** What all customers are called. */
  readonly everyone: string;
}

/** Whose users are told something: those of a customer that is managed; an administrator chooses any customer, or everyone. */
export const AudienceField = (props: AudienceFieldProps) => {
  const account = useConsoleAccount();
  return account.kind === 'admin' ? (
    <AnyCustomer {...props} />
  ) : (
    <ManagedCustomer {...props} manages={account.manages} />
  );
};

const ManagedCustomer = ({
  manages,
  everyone: _,
  ...field
}: AudienceFieldProps & { readonly manages: readonly string[] }) => {
  const { customerId } = useScope();
  const { data } = useQuery(managedCustomersQuery(manages));
  const first = customerId ?? manages[0] ?? '';
  if (manages.length <= 1) {
    const name = data?.[0]?.name;
    return (
      <>
        <input type="hidden" name={field.name} defaultValue={first} />
        {name !== undefined && (
          <p>
            <Trans>Audience: everyone in {name}</Trans>
          </p>
        )}
      </>
    );
  }
  const options = data?.map(({ id, name }) => ({ value: id, label: name }));
  return options ? <SelectField {...field} options={options} defaultValue={first} /> : null;
};

const AnyCustomer = ({ everyone, onChange, ...field }: AudienceFieldProps) => {
  const { t } = useLingui();
  const { customerId } = useScope();
  const { data: current } = useQuery({
    ...managedCustomerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  const [search, setSearch] = useState('');
  const query = useQuery(foundCustomersQuery(null, search.trim()));
  const { data, isPlaceholderData, error, refetch } = query;
  /** Undefined: the customer of the address. */
  const [picked, setPicked] = useState<Choice | null | undefined>();
  const found = data?.map(({ id, name }): Choice => ({ value: id, label: name }));
  const all = search === '' ? [{ value: EVERYONE, label: everyone }] : [];
  return (
    <SearchPicker<Choice>
      {...field}
      placeholder={t`Search customers`}
      search={search}
      onSearch={setSearch}
      found={found && [...all, ...found]}
      stale={isPlaceholderData}
      failed={error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      chosen={picked === undefined && current ? { value: current.id, label: current.name } : (picked ?? null)}
      onChoose={(choice) => {
        setPicked(choice);
        onChange();
      }}
    />
  );
};
