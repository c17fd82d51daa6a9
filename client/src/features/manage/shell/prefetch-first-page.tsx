import { usePrefetchQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import { managedListQuery } from '#client/api/queries/manage/lists.ts';
import { type FirstPage, firstPageOf } from './first-page.ts';
import { useScope } from './use-scope.ts';

/** Asks for the first page of the list that the address leads to, beside the screen's code. Stands before the screen. */
export const PrefetchFirstPage = () => {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const first = firstPageOf(pathname, parameters, useScope());
  return first && <Prefetch {...first} />;
};

const Prefetch = ({ path, query }: FirstPage) => {
  usePrefetchQuery(managedListQuery(path, query));
  return null;
};
