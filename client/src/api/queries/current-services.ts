import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The services in force for the signed-in user. */
export const currentServicesQuery = () =>
  queryOptions({
    queryKey: ['services', 'current'],
    queryFn: async ({ signal }) => (await callApi('services.current', { signal }))['hydra:member'],
  });

export interface ServicesInForce {
  /** 1-to-1 chat. */
  readonly video: boolean;
  /** Group chat. */
  readonly group: boolean;
}

/** Which services the customer of the signed-in user offers. */
export const servicesInForceQuery = () =>
  queryOptions({
    ...currentServicesQuery(),
    select: (services): ServicesInForce => {
      const enabled = (name: (typeof services)[number]['name']) =>
        services.some((service) => service.name === name && service.state === 'ENABLED');
      return { video: enabled('service_video_chat'), group: enabled('service_group_chat') };
    },
  });
