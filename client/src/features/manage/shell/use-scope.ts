import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { CUSTOMER, type Scope, scopeOf } from './scope.ts';
import { type ConsoleAccount, useConsoleAccountState } from './use-console-account.ts';

const managesOf = (account: ConsoleAccount | undefined): readonly string[] | null =>
  account?.kind === 'manager' ? account.manages : null;

/** Whose data the screen shows, as its address says. The address is the only place where that is kept. */
export function useScope(): Scope {
  const wanted = useCustomerInAddress();
  const { account } = useConsoleAccountState();
  const manages = managesOf(account);
  return useMemo(() => scopeOf(wanted, manages), [wanted, manages]);
}

/** The customer that the address names; null: none, as for an empty parameter. */
export function useCustomerInAddress(): string | null {
  // Each row of a list has a link that asks this: `useSearchParams` costs several times as much.
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search).get(CUSTOMER) || null, [search]);
}

/**
 * An address of the console for this customer.
 *
 * @param path below `/manager`; it may have a query of its own
 * @param customer null: none is named
 */
export const consolePath = (path: string, customer: string | null): string =>
  customer === null ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ customer })}`;

/** Makes an address of the console that keeps the customer; see `consolePath`. */
export function useConsolePath(): (path: string) => string {
  const customer = useCustomerInAddress();
  return (path) => consolePath(path, customer);
}
