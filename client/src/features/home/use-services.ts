import { useQuery } from '@tanstack/react-query';
import { type ServicesInForce, servicesInForceQuery } from '#client/api/queries/current-services.ts';

/** What the user's customer offers; undefined while that is not known. */
export const useServices = (): {
  readonly services: ServicesInForce | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} => {
  const { data: services, error, refetch } = useQuery(servicesInForceQuery());
  return { services, error, retry: () => void refetch() };
};
