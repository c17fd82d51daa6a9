import { useQuery } from '@tanstack/react-query';
import { type Allowed, allowedQuery, nothingAllowed, type ServiceName } from '#client/api/queries/allowed.ts';
import { useCallPaths } from './call-paths.ts';

/**
 * What one's customer offers of a service, at this moment: a change reaches a running call. Guests have no account to ask
 * for. What may be done in a call, the call itself says.
 */
export const useAllowed = (service: ServiceName): Allowed => {
  const { who } = useCallPaths();
  const { data } = useQuery({ ...allowedQuery(service), enabled: who !== 'guest' });
  return data ?? nothingAllowed;
};
