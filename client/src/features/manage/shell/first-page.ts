import type { FreeQuery } from '#client/api/query-string.ts';
import { apiQueryOf, readAddress } from '#client/features/manage/table/table-address.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import { CUSTOMER, type Scope, scopeQuery } from './scope.ts';

/** What `managedListQuery` is asked for. */
export interface FirstPage {
  readonly path: ExportedResource;
  readonly query: FreeQuery;
}

/** The screens that are a list of what belongs to customers. */
const lists: ReadonlyMap<string, ExportedResource> = new Map([
  ['/manager/users', 'users'],
  ['/manager/devices', 'devices'],
  ['/manager/pairs', 'pairs'],
  ['/manager/groups', 'groups'],
  ['/manager/connections', 'connections'],
  ['/manager/recordings', 'recordings'],
  ['/manager/webhooks', 'webhooks'],
  ['/manager/logs', 'logs'],
]);

const NO_PARAMETERS = { name: '', sorts: [], filters: [] };
/** No filter is in force, so that the time zone says nothing. */
const firstPage: FreeQuery = apiQueryOf(
  readAddress(new URLSearchParams(), NO_PARAMETERS),
  NO_PARAMETERS,
  'UTC',
);

/**
 * What the list at an address asks for first, known before its screen is there; undefined of other screens, and of a list
 * that is filtered, sorted or turned: what its parameters mean is in the screen's own code.
 *
 * @param pathname whole, as `/manager/users`
 */
export function firstPageOf(
  pathname: string,
  parameters: URLSearchParams,
  scope: Scope,
): FirstPage | undefined {
  const path = lists.get(pathname);
  if (path === undefined || [...parameters.keys()].some((name) => name !== CUSTOMER)) return undefined;
  return { path, query: { ...firstPage, ...scopeQuery(scope) } };
}
