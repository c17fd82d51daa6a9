import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Building2, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { rememberCustomer } from './remembered-customer.ts';
import { CUSTOMER } from './scope.ts';
import type { ConsoleAccount } from './use-console-account.ts';
import { useScope } from './use-scope.ts';

export interface CustomerSwitchProps {
  readonly account: ConsoleAccount;
  readonly rail: boolean;
}

/** Which customer the screens are about. Of one customer there is only the name. */
export const CustomerSwitch = ({ account, rail }: CustomerSwitchProps) => {
  const { t } = useLingui();
  const { customerId } = useScope();
  const [open, setOpen] = useState(false);
  const [, setQuery] = useSearchParams();
  /** The list stays as it is, but for its page. */
  const choose = (id: string | null) => {
    setOpen(false);
    rememberCustomer(id);
    setQuery((before) => {
      const next = new URLSearchParams(before);
      next.delete('page');
      if (id === null) next.delete(CUSTOMER);
      else next.set(CUSTOMER, id);
      return next;
    });
  };
  const { data: customer } = useQuery({
    ...managedCustomerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  const name = customerId === null ? t`All customers` : (customer?.name ?? ' ');
  const fixed = account.kind === 'manager' && account.manages.length <= 1;
  if (fixed) return rail || customerId === null ? null : <Name name={name} />;
  const button = (
    <chakra.button
      type="button"
      aria-haspopup="dialog"
      aria-label={t`Customer: ${name}`}
      display="flex"
      alignItems="center"
      justifyContent={rail ? 'center' : 'flex-start'}
      gap="2.5"
      width="full"
      minH="11"
      px={rail ? '0' : '3'}
      bg="contents"
      borderWidth="1px"
      borderColor="line.control"
      borderRadius="md"
      textStyle="small"
      fontWeight="semibold"
      textAlign="start"
      _hover={{ bg: 'contents.hover' }}
      onClick={() => setOpen(true)}
    >
      <Building2 size={18} aria-hidden />
      {!rail && (
        <>
          <chakra.span flex="1" minW="0" truncate>
            {name}
          </chakra.span>
          <ChevronsUpDown size={16} aria-hidden />
        </>
      )}
    </chakra.button>
  );
  return (
    <>
      {rail ? <Tooltip text={t`Customer: ${name}`}>{button}</Tooltip> : button}
      {open && (
        <CustomerDialog
          account={account}
          chosen={customerId}
          withAll
          onChoose={(customer) => choose(customer?.id ?? null)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};

const Name = ({ name }: { readonly name: string }) => (
  <chakra.p
    display="flex"
    alignItems="center"
    gap="2.5"
    minH="11"
    px="3"
    textStyle="small"
    fontWeight="semibold"
    minW="0"
  >
    <Building2 size={18} aria-hidden />
    <chakra.span truncate>{name}</chakra.span>
  </chakra.p>
);
