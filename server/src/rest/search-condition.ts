import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { RequestContext } from './context.ts';
import { type Condition, contains } from './row-source.ts';
import type { BaseRow, ServerResource } from './server-resource.ts';

/** What `search` of a resource's list asks for; undefined where it has none. */
export async function searchCondition<Definition extends ResourceDefinition, Row extends BaseRow>(
  { search }: Pick<ServerResource<Definition, Row>, 'search'>,
  { db, principal }: RequestContext,
  text: string,
  isCommon: boolean,
): Promise<Condition | undefined> {
  if (search === undefined) return undefined;
  return typeof search === 'function' ? await search(text, principal, isCommon, db) : contains(search, text);
}
