import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import { rememberCustomer } from './remembered-customer.ts';
import { CUSTOMER } from './scope.ts';
import { useCustomerInAddress, useScope } from './use-scope.ts';

/** Takes a customer off the address whose data is not shown: one that the account does not manage, or that does not exist. */
export function useCustomerInForce(): void {
  const named = useCustomerInAddress();
  const { customerId } = useScope();
  const [, setQuery] = useSearchParams();
  // The customer switch uses the same query for the name, so the browser sends one request for both.
  const { error } = useQuery({ ...managedCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  const isUnknown = customerId !== null && error !== null && errorCodeOf(error) === 'not-found';
  useEffect(() => {
    if (named === null || (named === customerId && !isUnknown)) return;
    if (isUnknown) rememberCustomer(null);
    // What is rendered may be older: what the list has just written stays.
    const next = new URLSearchParams(window.location.search);
    next.delete(CUSTOMER);
    setQuery(next, { replace: true });
  }, [named, customerId, isUnknown, setQuery]);
}
