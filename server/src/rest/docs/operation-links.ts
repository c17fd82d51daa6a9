import { operations } from '#protocol/rest/api.ts';
import type { OperationDefinition } from '#protocol/rest/define-operation.ts';
import { API_PREFIX, type Fields } from '#protocol/rest/field.ts';

const ownOperations: readonly (readonly [string, OperationDefinition])[] = Object.entries(operations);
const OPERATIONS = 'Operations';

const inputOf = (name: string): string => `${name}.input`;
const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);

/** JSON-LD terms of the links below, at the entry point. */
export const operationTerms = (): Readonly<Record<string, object>> => ({
  operations: { '@id': 'Entrypoint/operations', '@type': '@id' },
  ...Object.fromEntries(
    ownOperations.map(([name]) => [name, { '@id': `${OPERATIONS}/${name}`, '@type': '@id' }]),
  ),
});

/** Where each operation is that no other resource has: an address, or a template (RFC 6570) where it names an item. */
export const operationLinks = (): object => ({
  '@id': `${API_PREFIX}#operations`,
  '@type': OPERATIONS,
  ...Object.fromEntries(ownOperations.map(([name, { path }]) => [name, linkTo(`${API_PREFIX}/${path}`)])),
});

function linkTo(address: string): string | object {
  const parameters = parametersOf(address);
  if (parameters.length === 0) return address;
  return {
    '@type': 'hydra:IriTemplate',
    'hydra:template': address,
    'hydra:variableRepresentation': 'BasicRepresentation',
    'hydra:mapping': parameters.map((variable) => ({
      '@type': 'hydra:IriTemplateMapping',
      'hydra:variable': variable,
      'hydra:required': true,
    })),
  };
}

/** What is sent there, what comes back, and what each is for. */
export const operationsClass = (): object => ({
  '@id': `#${OPERATIONS}`,
  '@type': 'hydra:Class',
  'hydra:title': 'What can be done beside listing, reading and editing',
  'hydra:supportedProperty': ownOperations.map(([name, operation]) => ({
    '@type': 'hydra:SupportedProperty',
    'hydra:property': {
      '@id': `#${OPERATIONS}/${name}`,
      '@type': parametersOf(operation.path).length === 0 ? 'hydra:Link' : 'hydra:TemplatedLink',
      'rdfs:label': name,
      domain: `#${OPERATIONS}`,
      'hydra:supportedOperation': operationOf(name, operation),
    },
    'hydra:title': name,
    'hydra:description': `${operation.method} ${API_PREFIX}/${operation.path}`,
    'hydra:readable': true,
    'hydra:writeable': false,
  })),
});

const operationOf = (name: string, { method, summary, body, reply }: OperationDefinition): object => ({
  '@type': 'hydra:Operation',
  'hydra:method': method,
  'hydra:title': summary,
  'rdfs:label': summary,
  ...(body && { expects: `#${inputOf(name)}` }),
  returns:
    reply.kind === 'item'
      ? `#${reply.resource}`
      : {
          collection: 'hydra:Collection',
          json: 'hydra:Resource',
          file: 'hydra:Resource',
          nothing: 'owl:Nothing',
        }[reply.kind],
});

/** Classes of the bodies that these operations expect. */
export const inputClasses = (
  propertiesOf: (className: string, fields: Fields) => readonly object[],
): readonly object[] =>
  ownOperations.flatMap(([name, { body, summary }]) =>
    body
      ? [
          {
            '@id': `#${inputOf(name)}`,
            '@type': 'hydra:Class',
            'hydra:title': inputOf(name),
            'hydra:description': summary,
            'hydra:supportedProperty': propertiesOf(inputOf(name), body),
          },
        ]
      : [],
  );
