import { type TSchema, Type } from 'typebox';
import { errorStatus } from '#protocol/errors.ts';
import { bodySchema, type OperationDefinition } from '#protocol/rest/define-operation.ts';
import {
  type CrudName,
  creationSchema,
  type ResourceDefinition,
  replacementSchema,
  shownSchema,
} from '#protocol/rest/define-resource.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import {
  DEFAULT_PAGE_SIZE,
  HydraErrorSchema,
  JSON_LD,
  JSON_PLAIN,
  MAX_LIST_OFFSET,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  MEDIA_CSV,
  MERGE_PATCH,
} from '#protocol/rest/hydra.ts';
import { accessTable } from '#server/rest/access-table.ts';
import { CSV_PAGE_LINES } from '#server/rest/csv.ts';
import type { Endpoint } from '#server/rest/endpoint.ts';
import { sortable, takesCursor } from '#server/rest/hydra-body.ts';
import {
  crudTitle,
  type Documented,
  type DocumentedCrud,
  documented,
  documentedResources,
  resourceByName,
} from './documented.ts';

/** `/api/v1/docs.json`: OpenAPI 3.1, from the same definitions that the routes run on. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string, origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = `/${endpoint.path}`;
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operationObject(documented(endpoint));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hibiki',
      version,
      description: [
        'Management of users, devices, pairs, groups, customers and their calls.',
        'To try it here: send `POST /auth` with a mail address and a password. The page then signs what you send with the token of the answer; **Authorize** takes any other.',
        'This description is at `/api/v1/docs.json`, hydra’s at `/api/v1/docs.jsonld`.',
      ].join('\n\n'),
    },
    servers: [{ url: `${origin}${API_PREFIX}` }],
    security: [{ bearer: [] }],
    tags: documentedResources.map(({ path, description }) => ({ name: path, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of POST /auth or POST /authenticates',
        },
      },
      schemas: schemas(),
      responses: { Error: errorResponse },
    },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const errorResponse = {
  description: 'What went wrong: hydra:Error or ConstraintViolationList',
  content: { [JSON_LD]: { schema: ref('Error') } },
};

function schemas(): Record<string, object> {
  const all: Record<string, object> = { Error: HydraErrorSchema };
  for (const resource of documentedResources) {
    const { name } = resource;
    all[name] = withDescriptions(resource, shownSchema(resource), {
      '@context': Type.String(),
      '@id': Type.String({ format: 'iri-reference' }),
      '@type': Type.String({ const: name }),
    });
    all[`${name}.collection`] = collectionSchema(name);
    if (resource.operations.includes('create')) {
      all[`${name}.create`] = withDescriptions(resource, creationSchema(resource));
    }
    if (resource.operations.includes('replace')) {
      const replacement = withDescriptions(resource, replacementSchema(resource));
      all[`${name}.replace`] = replacement;
      // RFC 7396: any part of it, and null to take a value away.
      all[`${name}.merge`] = { type: 'object', properties: replacement.properties };
    }
  }
  return all;
}

interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** `additional`: JSON-LD's own keys, of which the context stands in single items only. */
function withDescriptions(
  resource: ResourceDefinition,
  schema: TSchema,
  additional: Readonly<Record<string, TSchema>> = {},
): ObjectSchema {
  const { properties, required = [] } = schema as TSchema & ObjectSchema;
  const described = Object.entries(properties).map(([name, property]) => {
    const field = resource.fields[name];
    const description = field?.description;
    return [name, description === undefined ? property : { ...property, description }];
  });
  return {
    type: 'object',
    properties: { ...additional, ...Object.fromEntries(described) },
    required: [...Object.keys(additional).filter((name) => name !== '@context'), ...required],
  };
}

const collectionSchema = (name: string): object => ({
  type: 'object',
  required: ['@context', '@id', '@type', 'hydra:totalItems', 'hydra:member'],
  properties: {
    '@context': { type: 'string' },
    '@id': { type: 'string' },
    '@type': { const: 'hydra:Collection' },
    'hydra:totalItems': { type: 'integer', minimum: 0, description: 'Exact up to 100,000' },
    totalItemsEstimated: {
      const: true,
      description: 'There are more than 100,000: `hydra:totalItems` and `hydra:last` are estimates',
    },
    'hydra:member': { type: 'array', items: ref(name) },
    'hydra:view': {
      type: 'object',
      properties: Object.fromEntries(
        ['@id', '@type', 'hydra:first', 'hydra:last', 'hydra:previous', 'hydra:next'].map((key) => [
          key,
          { type: 'string' },
        ]),
      ),
    },
    'hydra:search': { type: 'object' },
  },
});

function operationObject(what: Documented): object {
  const { endpoint } = what;
  const access = accessTable[endpoint.name];
  const title = what.kind === 'crud' ? crudTitle(what.crud, what.resource) : what.operation.summary;
  const body = what.kind === 'crud' ? crudBody(what) : ownBody(what.operation);
  const who = Object.entries(access).map(([name, reach]) => (reach === 'yes' ? name : `${name} (${reach})`));
  return {
    operationId: endpoint.name,
    tags: [endpoint.path.split('/')[0]],
    summary: title,
    description: `Who may: ${who.join(', ')}.`,
    ...(access.nobody !== undefined && { security: [] }),
    parameters: [...pathParameters(endpoint), ...headerParameters(what), ...queryParameters(endpoint)],
    ...(body && {
      requestBody: { required: endpoint.name !== OWN_DELETION && !endpoint.bodyOptional, content: body },
    }),
    responses: {
      ...success(what),
      ...(endpoint.method === 'GET' && { 304: { description: 'The asker has it already' } }),
      ...errorResponses(what),
    },
  };
}

const pathParameters = ({ path }: Endpoint): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'number' || name === 'serial_or_id' || path.startsWith('connection_summaries')
        ? { type: 'string' }
        : { type: 'string', format: 'uuid' },
  }));

const guarded: ReadonlySet<CrudName> = new Set(['replace', 'merge', 'delete']);
/** Who deletes the own account sends its password along; for everyone else there is no body. */
const OWN_DELETION = 'users.delete';

function headerParameters(what: Documented): object[] {
  const header = (name: string, description: string) => [
    { name, in: 'header', schema: { type: 'string' }, description },
  ];
  if (what.kind === 'crud' && guarded.has(what.crud)) {
    return header('If-Match', 'The ETag as it was read: 412 where the resource has changed since');
  }
  if (what.kind === 'own' && what.operation.idempotencyKey) {
    return header(
      'Idempotency-Key',
      'The same request with the same key is done once, however often it is sent',
    );
  }
  if (what.endpoint.method !== 'GET') return [];
  return header('If-None-Match', 'The ETag as it was read: 304 where the answer would be the same');
}

function queryParameters({ lists, ownQuery, maxPageSize = MAX_PAGE_SIZE }: Endpoint): object[] {
  const own = Object.entries(ownQuery).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    schema,
    description,
  }));
  if (!lists) return own;
  const ownNames = new Set(Object.keys(ownQuery));
  return [
    ...own,
    ...Object.entries(lists.filters)
      .filter(([name]) => !ownNames.has(name))
      .flatMap(([name, { schema, description }]) => [
        { name, in: 'query', schema, description },
        ...(name.includes('[')
          ? []
          : [
              {
                name: `${name}[]`,
                in: 'query',
                schema: { type: 'array', items: schema },
                style: 'form',
                explode: true,
                description: `${description}; several`,
              },
            ]),
      ]),
    ...sortable(lists).map((name) => ({
      name: `order[${name}]`,
      in: 'query',
      schema: { type: 'string', enum: ['asc', 'desc', 'ASC', 'DESC'] },
    })),
    ...(lists.search.length > 0
      ? [
          {
            name: 'search',
            in: 'query',
            schema: { type: 'string', maxLength: MAX_SEARCH_LENGTH },
            description: `In ${lists.search.join(', ')}`,
          },
        ]
      : []),
    ...(lists.settled === undefined
      ? []
      : [
          {
            name: 'settled',
            in: 'query',
            schema: { type: 'string', enum: ['true'] },
            description: `With order[${lists.settled}]=asc, to keep a copy up to date: rows of the last second, and those beside a change in progress, come a moment later, so that none comes before one that was listed`,
          },
        ]),
    ...(takesCursor(lists)
      ? [
          {
            name: 'cursor',
            in: 'query',
            schema: { type: 'string' },
            description: `Where the page begins, in the order of ${['id', ...lists.keysets].join(', ')}: as hydra:next and hydra:previous have it`,
          },
        ]
      : []),
    {
      name: 'page',
      in: 'query',
      schema: { type: 'integer', minimum: 1, default: 1 },
      description: `Within the first ${MAX_LIST_OFFSET.toLocaleString('en')} rows; further ones are found by cursor alone (page-too-deep)`,
    },
    {
      name: 'pageSize',
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: DEFAULT_PAGE_SIZE },
    },
    {
      name: 'itemsPerPage',
      in: 'query',
      schema: { type: 'integer', minimum: 1 },
      description: `pageSize by API Platform's name; more than ${maxPageSize} is ${maxPageSize}`,
    },
  ];
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

function crudBody({ endpoint, crud, resource: { name } }: DocumentedCrud): Content | undefined {
  if (endpoint.name === OWN_DELETION) {
    return { [JSON_LD]: { schema: { type: 'object', properties: { currentPassword: { type: 'string' } } } } };
  }
  if (crud === 'create') return { [JSON_LD]: { schema: ref(`${name}.create`) } };
  if (crud === 'replace') return { [JSON_LD]: { schema: ref(`${name}.replace`) } };
  if (crud === 'merge') return { [MERGE_PATCH]: { schema: ref(`${name}.merge`) } };
  return undefined;
}

const ownBody = ({ body, media }: OperationDefinition): Content | undefined =>
  body && { [media === 'json' ? JSON_PLAIN : JSON_LD]: { schema: bodySchema(body) } };

function success(what: Documented): Record<string, object> {
  if (what.kind === 'crud') {
    const { name } = what.resource;
    switch (what.crud) {
      case 'list':
        return { 200: answer('A page of the list', JSON_LD, ref(`${name}.collection`)) };
      case 'create':
        return { 201: answer('Made', JSON_LD, ref(name)) };
      case 'delete':
        return { 204: { description: 'Deleted' } };
      default:
        return { 200: answer('As it is now', JSON_LD, ref(name)) };
    }
  }
  const { reply, status } = what.operation;
  const code = status ?? (reply.kind === 'nothing' ? 204 : 200);
  switch (reply.kind) {
    case 'nothing':
      return { [code]: { description: 'Done' } };
    case 'file':
      if (reply.media !== undefined) return { 200: fileResponse('The file', reply.media) };
      return {
        200: fileResponse('The file'),
        206: fileResponse('A part of the file'),
        416: { description: 'The file is shorter than that' },
      };
    case 'json':
      return { [code]: answer('Done', JSON_PLAIN, reply.schema) };
    case 'item':
      return { [code]: answer('Done', JSON_LD, ref(resourceByName(reply.resource)?.name ?? '')) };
    case 'collection':
      return {
        [code]: {
          description: 'A page of the list',
          ...(what.operation.csv && { headers: { Link: csvLink } }),
          content: {
            [JSON_LD]: { schema: ref(`${reply.resource}.collection`) },
            ...(what.operation.csv && { [MEDIA_CSV]: { schema: { type: 'string' } } }),
          },
        },
      };
  }
}

const csvLink = {
  schema: { type: 'string' },
  description: `Of text/csv, whose pages have ${CSV_PAGE_LINES.toLocaleString('en')} lines: the next one, as <…>; rel="next". Without it there is none`,
};

const fileResponse = (description: string, media = 'video/*'): object => ({
  description,
  content: { [media]: { schema: { type: 'string', format: 'binary' } } },
});

const answer = (description: string, media: string, schema: object): object => ({
  description,
  content: { [media]: { schema } },
});

/** The statuses that an operation may be refused with; which code means what stands in the error's `code`. */
function errorResponses(what: Documented): Record<string, object> {
  const { endpoint } = what;
  const refused = new Set<number>([406, 429, 503]);
  if (accessTable[endpoint.name].nobody !== 'yes') refused.add(401).add(403);
  // Of the query, or of an address that is no UTF-8.
  refused.add(400);
  // An item, or what a query or a body names.
  refused.add(404);
  if (endpoint.consumes !== null) for (const status of [400, 413, 415, 422]) refused.add(status);
  if (endpoint.name === OWN_DELETION) for (const status of [413, 415, 422]) refused.add(status);
  if (endpoint.method !== 'GET') refused.add(409);
  if (what.kind === 'crud' && guarded.has(what.crud)) refused.add(412);
  if (/verify|reset|approval|undo/.test(endpoint.path)) refused.add(404).add(410);
  if (endpoint.path === 'auth' || endpoint.path.startsWith('auth')) refused.add(401);
  const known = new Set<number>(Object.values(errorStatus));
  return Object.fromEntries(
    [...refused]
      .filter((status) => known.has(status))
      .sort((a, b) => a - b)
      .map((status) => [status, { $ref: '#/components/responses/Error' }]),
  );
}
