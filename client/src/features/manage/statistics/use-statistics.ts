import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { statisticsQuery } from '#client/api/queries/manage/statistics.ts';
import { CUSTOMER } from '#client/features/manage/shell/scope.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { saySame } from '#client/features/manage/table/table-address.ts';
import {
  periodQuery,
  readAddress,
  type StatisticsAddress,
  withoutUnknown,
  writeAddress,
} from './statistics-address.ts';

/** What the address asks for, and the figures; the address is the only place where the choice is kept. */
export function useStatistics() {
  const [query, setQuery] = useSearchParams();
  const { customerId } = useScope();
  const address = useMemo(() => readAddress(query), [query]);
  useEffect(() => {
    const known = withoutUnknown(query);
    if (!saySame(known, query)) setQuery(known, { replace: true });
  }, [query, setQuery]);
  const asked = {
    kind: address.kind,
    period: periodQuery(address.kind, address.period),
    compare: address.compare,
    customer: customerId,
    page: address.page,
  };
  const show = (next: StatisticsAddress) => {
    const customer = query.get(CUSTOMER);
    setQuery({ ...writeAddress(next), ...(customer !== null && { [CUSTOMER]: customer }) });
  };
  return { address, asked, show, result: useQuery(statisticsQuery(asked)) };
}
