import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import { deepestPage, type HydraCollection, type HydraSearch, type HydraView } from '#protocol/rest/hydra.ts';
import type { Total } from './row-source.ts';

const contextOf = (definition: Pick<ResourceDefinition, 'name'>): string =>
  `${API_PREFIX}/contexts/${definition.name}`;

export const addressOf = (definition: Pick<ResourceDefinition, 'path'>, id: string): string =>
  `${API_PREFIX}/${definition.path}/${id}`;

/** One item: in a list without its context, which the list has. */
export const itemBody = (
  definition: ResourceDefinition,
  id: string,
  shown: object,
  { withContext }: { readonly withContext: boolean },
): object => ({
  ...(withContext && { '@context': contextOf(definition) }),
  '@id': addressOf(definition, id),
  '@type': definition.name,
  ...shown,
});

export function collectionBody(options: {
  readonly definition: ResourceDefinition;
  /** Path and query, as they were asked for. */
  readonly url: string;
  readonly members: readonly object[];
  readonly total: Total;
  /** There is a page after this one; a total that is estimated does not tell. */
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** From where those pages are found, rather than by their numbers (keyset.ts). */
  readonly cursors?: Cursors;
  readonly page: number;
  readonly pageSize: number;
  readonly search: HydraSearch;
}): HydraCollection<object> {
  const { definition, url, members, total, pageSize, search } = options;
  const [path = url, query = ''] = url.split('?');
  return {
    '@context': contextOf(definition),
    '@id': path,
    '@type': 'hydra:Collection',
    'hydra:totalItems': total.rows,
    ...(total.isEstimate && { totalItemsEstimated: true }),
    'hydra:member': members,
    'hydra:view': viewOf(path, query, {
      ...options,
      last: Math.min(Math.max(1, Math.ceil(total.rows / pageSize)), deepestPage(pageSize)),
    }),
    'hydra:search': search,
  };
}

interface Cursors {
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

function viewOf(
  path: string,
  query: string,
  {
    page,
    last,
    hasNext,
    hasPrevious,
    cursors,
  }: {
    readonly page: number;
    readonly last: number;
    readonly hasNext: boolean;
    readonly hasPrevious: boolean;
    readonly cursors?: Cursors;
  },
): HydraView {
  const at = (number: number, cursor?: string): string => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    if (cursor === undefined) parameters.delete('cursor');
    else parameters.set('cursor', cursor);
    return `${path}?${readable(parameters)}`;
  };
  return {
    '@id': query === '' ? path : `${path}?${readable(new URLSearchParams(query))}`,
    '@type': 'hydra:PartialCollectionView',
    'hydra:first': at(1),
    'hydra:last': at(last),
    ...(hasPrevious && { 'hydra:previous': at(Math.max(1, Math.min(page - 1, last)), cursors?.previous) }),
    ...(hasNext && { 'hydra:next': at(page + 1, cursors?.next) }),
  };
}

/** As API Platform writes them: brackets stand as they are. */
const readable = (parameters: URLSearchParams): string =>
  parameters.toString().replaceAll('%5B', '[').replaceAll('%5D', ']');

/** Fields that a list can be sorted by. */
export const sortable = ({ order }: ResourceDefinition): readonly string[] => [...order, 'id'];

/** Lists of their own; others are made of several tables, or of none. */
export const takesCursor = ({ operations }: ResourceDefinition): boolean => operations.includes('list');

/** What a list can be asked for, as a template (RFC 6570). */
export function searchTemplate(
  definition: ResourceDefinition,
  path: string,
  own: readonly string[] = [],
): HydraSearch {
  const variables: [variable: string, property: string | null][] = [
    ...own.map((name): [string, null] => [name, null]),
    ...Object.entries(definition.filters).flatMap(([name, filter]): [string, string][] => [
      [name, filter.property],
      // Dates and booleans make no sense in numbers.
      ...(/\[/.test(name) ? [] : [[`${name}[]`, filter.property] satisfies [string, string]]),
    ]),
    ...sortable(definition).map((name): [string, string] => [`order[${name}]`, name]),
    ...(definition.search.length > 0 ? [['search', null] satisfies [string, null]] : []),
    ...(definition.settled === undefined ? [] : [['settled', null] satisfies [string, null]]),
    ...(takesCursor(definition) ? [['cursor', null] satisfies [string, null]] : []),
    ['page', null],
    ['pageSize', null],
    ['itemsPerPage', null],
  ];
  return {
    '@type': 'hydra:IriTemplate',
    'hydra:template': `${API_PREFIX}/${path}{?${variables.map(([variable]) => variable).join(',')}}`,
    'hydra:variableRepresentation': 'BasicRepresentation',
    'hydra:mapping': variables.map(([variable, property]) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property,
      required: false,
    })),
  };
}
