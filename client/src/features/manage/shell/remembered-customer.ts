import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CUSTOMER } from './scope.ts';
import { useConsoleAccount } from './use-console-account.ts';

const STORAGE_KEY = 'hibiki.console.customer';

/** What was chosen last in this browser; null: all. */
export function rememberCustomer(id: string | null): void {
  if (id === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, id);
}

/** Who opens the console itself, without saying of which customer, arrives at the one that was chosen last. */
export function useRememberedCustomer(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const account = useConsoleAccount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; later addresses mean what they say.
  useEffect(() => {
    const customer = localStorage.getItem(STORAGE_KEY);
    if (customer === null || pathname !== '/manager' || search !== '') return;
    if (account.kind === 'manager' && !account.manages.includes(customer)) return;
    void navigate(`/manager?${new URLSearchParams({ [CUSTOMER]: customer })}`, { replace: true });
  }, []);
}
