import { API_PREFIX, type Field } from '#protocol/rest/field.ts';
import { isReferenceSchema } from '#server/rest/references.ts';
import { documentedResources } from './documented.ts';
import { operationLinks, operationTerms } from './operation-links.ts';

export const HYDRA = 'http://www.w3.org/ns/hydra/core#';

export const vocabulary = (origin: string): string => `${origin}${API_PREFIX}/docs.jsonld#`;

/** Name of a resource's list at the entry point. */
export const entryName = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

const link = (name: string) => ({ '@id': name, '@type': '@id' });

/**
 * What a list says of itself, as API Platform writes it, so that who reads it as a graph reads the same: the pages of
 * `hydra:view` are addresses, the words of `hydra:search` without a prefix are hydra's.
 */
const listTerms = {
  'hydra:first': link('hydra:first'),
  'hydra:last': link('hydra:last'),
  'hydra:next': link('hydra:next'),
  'hydra:previous': link('hydra:previous'),
  totalItemsEstimated: 'Collection/totalItemsEstimated',
  IriTemplateMapping: 'hydra:IriTemplateMapping',
  variable: 'hydra:variable',
  property: 'hydra:property',
  required: 'hydra:required',
};

const termOf = (resource: string, name: string, field: Field): string | object => {
  const iri = field.iri ?? `${resource}/${name}`;
  if (isReferenceSchema(field.schema)) return { '@id': iri, '@type': '@id' };
  // Texts in several languages.
  if ('properties' in field.schema) return { '@id': iri, '@container': '@language' };
  return iri;
};

/** The JSON-LD context of a class; undefined where there is none. */
export function contextDocument(name: string, origin: string): object | undefined {
  const base = { '@vocab': vocabulary(origin), hydra: HYDRA };
  const resource = documentedResources.find((each) => each.name === name);
  if (resource) {
    const terms = Object.entries(resource.fields).map(([field, definition]) => [
      field,
      termOf(name, field, definition),
    ]);
    return { '@context': { ...base, ...listTerms, ...Object.fromEntries(terms) } };
  }
  switch (name) {
    case 'Entrypoint':
      return {
        '@context': {
          ...base,
          ...operationTerms(),
          ...Object.fromEntries(
            documentedResources
              .filter(({ operations }) => operations.includes('list'))
              .map((each) => [
                entryName(each.name),
                { '@id': `Entrypoint/${entryName(each.name)}`, '@type': '@id' },
              ]),
          ),
        },
      };
    case 'Error':
      return { '@context': base };
    case 'ConstraintViolationList':
      return {
        '@context': {
          ...base,
          violations: 'ConstraintViolationList/violations',
          propertyPath: 'ConstraintViolation/propertyPath',
          message: 'ConstraintViolation/message',
          code: 'ConstraintViolation/code',
        },
      };
    default:
      return undefined;
  }
}

/** `GET /api/v1`: where everything begins for a client that knows nothing. */
export const entrypointDocument = (): object => ({
  '@context': `${API_PREFIX}/contexts/Entrypoint`,
  '@id': API_PREFIX,
  '@type': 'Entrypoint',
  ...Object.fromEntries(
    documentedResources
      .filter(({ operations }) => operations.includes('list'))
      .map(({ name, path }) => [entryName(name), `${API_PREFIX}/${path}`]),
  ),
  operations: operationLinks(),
});
