import { DEFAULT_PAGE_SIZE } from '#protocol/rest/hydra.ts';
import type { Endpoint, EndpointInput } from '#server/rest/endpoint.ts';
import type { Patch } from './patch.ts';

/** As the body of a request of its own would come. */
export const inputOf = ({ method, fields }: Endpoint, body: Patch | null): EndpointInput => ({
  list: { page: 1, pageSize: DEFAULT_PAGE_SIZE, search: null, order: [], filters: {} },
  own: {},
  body: body ?? (fields ? {} : undefined),
  url: '',
  ifMatch: undefined,
  method,
  headers: {},
});
