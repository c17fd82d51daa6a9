import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CUSTOMER } from './scope.ts';
import { useCustomerInAddress, useScope } from './use-scope.ts';

/** Takes a customer off the address whose data is not shown: one that the account does not manage, or none at all. */
export function useCustomerInForce(): void {
  const named = useCustomerInAddress();
  const { customerId } = useScope();
  const [, setQuery] = useSearchParams();
  useEffect(() => {
    if (named === null || named === customerId) return;
    // What is rendered may be older: what the list has just written stays.
    const next = new URLSearchParams(window.location.search);
    next.delete(CUSTOMER);
    setQuery(next, { replace: true });
  }, [named, customerId, setQuery]);
}
