import { DEFAULT_PAGE_SIZE } from '#protocol/rest/hydra.ts';
import type { Endpoint, EndpointInput, Parameters } from '#server/rest/endpoint.ts';
import type { Patch } from './patch.ts';
import type { RowRequested } from './row-work.ts';

/** The request of a row, as it would come by HTTP. */
export interface RowRequest {
  readonly endpoint: Endpoint;
  readonly params: Parameters;
  readonly input: EndpointInput;
}

/** @param endpoints by their names */
export function requestOf(
  endpoints: ReadonlyMap<string, Endpoint>,
  { operation, id, body }: RowRequested,
): RowRequest {
  const endpoint = endpoints.get(operation);
  if (!endpoint) throw new Error(`There is no operation ${operation}`);
  return { endpoint, params: id === null ? {} : { id }, input: inputOf(endpoint, body) };
}

const inputOf = ({ method, fields }: Endpoint, body: Patch | null): EndpointInput => ({
  list: { page: 1, pageSize: DEFAULT_PAGE_SIZE, search: null, order: [], filters: {} },
  own: {},
  body: body ?? (fields ? {} : undefined),
  url: '',
  ifMatch: undefined,
  method,
  headers: {},
});
