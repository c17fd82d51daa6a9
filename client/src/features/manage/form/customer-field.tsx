import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { type CustomerChoice, managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { CustomerDialog } from '#client/features/manage/shell/customer-dialog.tsx';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';

export interface CustomerFieldProps {
  readonly name: string;
  /** An id; empty: the server chooses. */
  readonly defaultValue: string;
  readonly error?: string | undefined;
  readonly onChange?: () => void;
}

/** The customer that something belongs to; nothing where the account has only one to choose. */
export const CustomerField = ({ name, defaultValue, error, onChange }: CustomerFieldProps) => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<CustomerChoice | null>(null);
  const [open, setOpen] = useState(false);
  const { data: first } = useQuery({
    ...managedCustomerQuery(defaultValue),
    enabled: defaultValue !== '',
  });
  const fixed = account.kind === 'manager' && account.manages.length <= 1;
  // Not of the type "hidden": the value of that one is its default, which each rendering sets again.
  const hidden = <input ref={input} hidden readOnly name={name} defaultValue={defaultValue} />;
  if (fixed) return hidden;
  const choose = (customer: CustomerChoice | null) => {
    setOpen(false);
    setChosen(customer);
    if (!input.current || !customer) return;
    input.current.value = customer.id;
    // A field that nobody types in says itself that it has changed.
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    onChange?.();
  };
  // The label alone would leave out which one is chosen.
  const labelOf = (name: string) => t`Customer: ${name}`;
  const shown = chosen?.name ?? first?.name ?? t`Choose a customer`;
  return (
    <>
      <Field label={t`Customer`} error={error} reserve={false}>
        {(control) => (
          <Button
            {...control}
            aria-label={labelOf(shown)}
            variant="outline"
            justifyContent="space-between"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <chakra.span truncate>{shown}</chakra.span>
            <ChevronsUpDown aria-hidden />
          </Button>
        )}
      </Field>
      {hidden}
      {open && (
        <CustomerDialog
          account={account}
          chosen={chosen?.id ?? (defaultValue || null)}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
