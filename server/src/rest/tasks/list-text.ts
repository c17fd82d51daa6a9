import { parse } from 'node:querystring';
import { type ResourcePath, resources } from '#protocol/rest/api.ts';
import { compileQuery, type ListOptions } from '#server/rest/list-query.ts';

type ReadQuery = ReturnType<typeof compileQuery>;
const compiled = new Map<ResourcePath, ReadQuery>();

/**
 * A list's query as it stands in an address, without `?`; its page counts for nothing. Throws `unknown-query-parameter` and
 * `invalid-query-parameter`.
 */
export function readListText(path: ResourcePath, text: string): ListOptions {
  const read = compiled.get(path) ?? compileQuery(resources[path]);
  compiled.set(path, read);
  const query = Object.entries(parse(text)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return read(Object.fromEntries(query)).list;
}
