import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The device that this kiosk is. */
export const currentDeviceQuery = () =>
  queryOptions({
    queryKey: ['devices', 'current'],
    queryFn: ({ signal }) => callApi('devices.current', { signal }),
  });
