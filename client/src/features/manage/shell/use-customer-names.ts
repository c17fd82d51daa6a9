import { useQuery } from '@tanstack/react-query';
import { customerNamesQuery } from '#client/api/queries/manage/customers.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The names of the customers that the rows of a list belong to, asked for at once.
 *
 * @param ids may repeat
 */
export function useCustomerNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].sort();
  const { data } = useQuery({ ...customerNamesQuery(wanted), enabled: wanted.length > 0 });
  return data ?? NONE;
}
