import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CUSTOMER, type Scope, scopeOf } from './scope.ts';
import { type ConsoleAccount, useConsoleAccountState } from './use-console-account.ts';

const managesOf = (account: ConsoleAccount | undefined): readonly string[] | null =>
  account?.kind === 'manager' ? account.manages : null;

/** Whose data the screen shows, as its address says. The address is the only place where that is kept. */
export function useScope(): Scope {
  const [query] = useSearchParams();
  const { account } = useConsoleAccountState();
  const wanted = query.get(CUSTOMER);
  const manages = managesOf(account);
  return useMemo(() => scopeOf(wanted, manages), [wanted, manages]);
}

/**
 * Makes an address of the console that keeps the customer.
 *
 * @returns takes a path below `/manager`, which may have a query of its own
 */
export function useConsolePath(): (path: string) => string {
  const [query] = useSearchParams();
  const customer = query.get(CUSTOMER);
  return (path) =>
    customer === null ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ customer })}`;
}
