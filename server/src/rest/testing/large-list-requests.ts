import type { TSchema } from 'typebox';
import { type OperationName, resources } from '#protocol/rest/api.ts';
import type { QueryFilter, ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { summaryKinds } from '#protocol/summary-kinds.ts';
import { accessTable, type Who } from '#server/rest/access-table.ts';
import type { LargeLists } from '#server/testing/large-lists.ts';
import type { OpenApi } from './open-test-api.ts';

export interface Asker {
  readonly name: string;
  readonly who: Who;
  readonly token: string;
}

/** Askers whose lists differ: by what the access table gives, and by how many customers. */
export async function askersOf(api: OpenApi, { customers, user }: LargeLists): Promise<readonly Asker[]> {
  const [first] = customers;
  if (first === undefined) throw new Error('There are no customers');
  const manager = (mail: string, managed: number) =>
    api.makeUser({ mail, customerId: first, manages: customers.slice(0, managed) });
  const [device] = await api.db
    .selectFrom('pairs')
    .select('target_device_id as id')
    .where('target_device_id', 'is not', null)
    .limit(1)
    .execute();
  if (!device?.id) throw new Error('There is no device');
  return [
    { name: 'user', who: 'user', token: await api.signIn({ kind: 'user', id: user, customerId: first }) },
    {
      name: 'device',
      who: 'device',
      token: await api.signIn({ kind: 'device', id: device.id, customerId: first }),
    },
    { name: 'manager', who: 'manager', token: (await manager('one@example.com', 1)).token },
    { name: 'manager of 5', who: 'manager', token: (await manager('five@example.com', 5)).token },
    { name: 'admin', who: 'admin', token: (await api.makeAdmin('admin@example.com')).token },
  ];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A value that a filter takes, and that finds something. */
function valuesOf(name: string, { schema }: QueryFilter, { customers, user }: LargeLists): readonly string[] {
  const form: TSchema & { readonly enum?: unknown } = schema;
  if (Array.isArray(form.enum)) return form.enum.map(String);
  if (/\[(strictly_)?(before|after)\]$/.test(name))
    return [new Date(Date.now() - 30 * 86_400_000).toISOString()];
  if (name.includes('customer')) return customers.slice(0, 1);
  // Other ids: of no one, or of the user who is measured.
  if (name.endsWith('Id') || ('pattern' in schema && String(schema.pattern).includes('[0-9a-f]{8}')))
    return [user];
  if (isRecord(schema) && 'anyOf' in schema && Array.isArray(schema.anyOf)) {
    return schema.anyOf.flatMap((each: unknown) =>
      isRecord(each) && 'const' in each ? [String(each.const)] : [],
    );
  }
  return ['delete'];
}

/** Rare, common, and as short as a Japanese name is. */
const SEARCHES = ['12345', 'user', '田中', 'e', 'nowhere to be found'];

/** Lists that are operations of their own. */
const OWN: Readonly<Partial<Record<Who, readonly string[]>>> = {
  user: [
    'services/current',
    'pairs/{me}/availables',
    'groups/{me}/availables',
    'users/{me}/pairs',
    'users/{me}/groups',
  ],
  manager: ['users/{me}/pairs', 'users/{me}/groups', 'pairs/{me}/availables', 'groups/{me}/availables'],
};
const SUMMARIES = summaryKinds.map((kind) => `connection_summaries/${kind}`);

/** First pages that the asker may look at: of every list as it comes, and in every way to sort, filter and search it. */
export function listsOf({ who }: Asker, lists: LargeLists): readonly string[] {
  const own = (OWN[who] ?? []).map((path) => path.replace('{me}', lists.user));
  const summaries = accessTable['connectionSummaries.byDay'][who] ? SUMMARIES : [];
  const found = accessTable['search.find'][who]
    ? SEARCHES.map((text) => `search?q=${encodeURIComponent(text)}`)
    : [];
  const listed = Object.values<ResourceDefinition>(resources)
    .filter(
      ({ path, operations }) =>
        operations.includes('list') && accessTable[`${path}.list` as OperationName][who],
    )
    .flatMap((definition) =>
      queriesOf(definition, lists).map((query) =>
        query === '' ? definition.path : `${definition.path}?${query}`,
      ),
    );
  return [...listed, ...own, ...summaries, ...found];
}

function queriesOf(definition: ResourceDefinition, lists: LargeLists): readonly string[] {
  return [
    '',
    ...definition.order.flatMap((name) => [`order[${name}]=asc`, `order[${name}]=desc`]),
    ...Object.entries(definition.filters).flatMap(([name, filter]) =>
      valuesOf(name, filter, lists).map((value) => `${name}=${value}`),
    ),
    ...(definition.search.length === 0 ? [] : SEARCHES.map((text) => `search=${encodeURIComponent(text)}`)),
  ];
}
