import { useQuery } from '@tanstack/react-query';
import { currentServicesQuery } from '#client/api/queries/current-services.ts';

export interface ServicesInForce {
  /** 1-to-1 chat. */
  readonly video: boolean;
  /** Group chat. */
  readonly group: boolean;
}

/** What the user's customer offers; undefined while that is not known. */
export const useServices = (): {
  readonly services: ServicesInForce | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} => {
  const { data, error, refetch } = useQuery(currentServicesQuery());
  const enabled = (name: string) =>
    data?.some((service) => service.name === name && service.state === 'ENABLED');
  return {
    services: data && {
      video: enabled('service_video_chat') ?? false,
      group: enabled('service_group_chat') ?? false,
    },
    error,
    retry: () => void refetch(),
  };
};
