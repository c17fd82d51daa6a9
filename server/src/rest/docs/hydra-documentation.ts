import type { CrudName, ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { API_PREFIX, type Field, type Fields } from '#protocol/rest/field.ts';
import { isReferenceSchema } from '#server/rest/references.ts';
import { entryName, HYDRA, vocabulary } from './contexts.ts';
import { crudTitle, documentedResources } from './documented.ts';
import { inputClasses, operationsClass } from './operation-links.ts';

/** `/api/v1/docs.jsonld`: all that a generic hydra client needs to browse and edit everything. */
export const hydraDocumentation = (origin: string): object => ({
  '@context': {
    '@vocab': vocabulary(origin),
    hydra: HYDRA,
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    xmls: 'http://www.w3.org/2001/XMLSchema#',
    owl: 'http://www.w3.org/2002/07/owl#',
    schema: 'https://schema.org/',
    domain: { '@id': 'rdfs:domain', '@type': '@id' },
    range: { '@id': 'rdfs:range', '@type': '@id' },
    subClassOf: { '@id': 'rdfs:subClassOf', '@type': '@id' },
    expects: { '@id': 'hydra:expects', '@type': '@id' },
    returns: { '@id': 'hydra:returns', '@type': '@id' },
  },
  '@id': `${API_PREFIX}/docs.jsonld`,
  '@type': 'hydra:ApiDocumentation',
  'hydra:title': 'Hibiki',
  'hydra:description': 'Management of users, devices, pairs, groups, customers and their calls',
  'hydra:entrypoint': API_PREFIX,
  'hydra:supportedClass': [
    ...documentedResources.map(classOf),
    entrypointClass(),
    operationsClass(),
    ...inputClasses(propertiesOf),
    violationClass,
    violationListClass,
  ],
});

const classOf = (resource: ResourceDefinition): object => ({
  '@id': `#${resource.name}`,
  '@type': 'hydra:Class',
  'rdfs:label': resource.name,
  'hydra:title': resource.name,
  'hydra:description': resource.description,
  'hydra:supportedProperty': propertiesOf(resource.name, resource.fields),
  'hydra:supportedOperation': resource.operations
    .filter((crud) => crud !== 'list' && crud !== 'create')
    .map((crud) => operationOf(crud, resource)),
});

const propertiesOf = (className: string, fields: Fields): readonly object[] =>
  Object.entries(fields).map(([name, field]) => propertyOf(className, name, field));

function propertyOf(className: string, name: string, field: Field): object {
  const isReference = isReferenceSchema(field.schema);
  return {
    '@type': 'hydra:SupportedProperty',
    'hydra:property': {
      '@id': field.iri ?? `#${className}/${name}`,
      '@type': isReference ? 'hydra:Link' : 'rdf:Property',
      'rdfs:label': name,
      domain: `#${className}`,
      ...rangeOf(field.schema),
      ...(!isList(field.schema) && !('properties' in field.schema) && { 'owl:maxCardinality': 1 }),
    },
    'hydra:title': name,
    'hydra:required': field.mode !== 'read' && !field.optional,
    'hydra:readable': field.mode !== 'write',
    'hydra:writeable': field.mode !== 'read',
    ...(field.description !== undefined && { 'hydra:description': field.description }),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isList = (schema: unknown): boolean => isObject(schema) && 'items' in schema;

const XSD: Readonly<Record<string, string>> = {
  string: 'xmls:string',
  integer: 'xmls:integer',
  number: 'xmls:decimal',
  boolean: 'xmls:boolean',
};

const XSD_FORMATS: Readonly<Record<string, string>> = { 'date-time': 'xmls:dateTime', uri: 'xmls:anyURI' };

/** The class that is referred to, or the type of the value; nothing where it is one of several. */
function rangeOf(schema: unknown): { range?: string | readonly string[] } {
  if (!isObject(schema)) return {};
  if (Array.isArray(schema['x-references'])) {
    const classes = documentedResources
      .filter(({ path }) => Array.isArray(schema['x-references']) && schema['x-references'].includes(path))
      .map(({ name }) => `#${name}`);
    return { range: classes.length === 1 ? (classes[0] ?? '') : classes };
  }
  if ('items' in schema) return rangeOf(schema.items);
  if (Array.isArray(schema.anyOf)) {
    const ranges = schema.anyOf
      .filter((each: unknown) => !(isObject(each) && each.type === 'null'))
      .map((each: unknown) => rangeOf(each));
    const [first] = ranges;
    const same = first && ranges.every((each) => JSON.stringify(each) === JSON.stringify(first));
    return same ? first : {};
  }
  const named =
    (typeof schema.format === 'string' && XSD_FORMATS[schema.format]) ||
    (typeof schema.type === 'string' && XSD[schema.type]);
  return named ? { range: named } : {};
}

const operationTypes: Readonly<Record<CrudName, { readonly method: string; readonly action: string }>> = {
  list: { method: 'GET', action: 'schema:FindAction' },
  read: { method: 'GET', action: 'schema:FindAction' },
  create: { method: 'POST', action: 'schema:CreateAction' },
  replace: { method: 'PUT', action: 'schema:ReplaceAction' },
  merge: { method: 'PATCH', action: 'schema:UpdateAction' },
  delete: { method: 'DELETE', action: 'schema:DeleteAction' },
};

function operationOf(crud: CrudName, resource: ResourceDefinition): object {
  const { method, action } = operationTypes[crud];
  const self = `#${resource.name}`;
  return {
    '@type': ['hydra:Operation', action],
    'hydra:method': method,
    'hydra:title': crudTitle(crud, resource),
    'rdfs:label': crudTitle(crud, resource),
    // Who deletes the own account sends `currentPassword`.
    ...((['create', 'replace', 'merge'].includes(crud) ||
      (crud === 'delete' && resource.name === 'User')) && {
      expects: self,
    }),
    returns: crud === 'list' ? 'hydra:Collection' : crud === 'delete' ? 'owl:Nothing' : self,
  };
}

const entrypointClass = (): object => ({
  '@id': '#Entrypoint',
  '@type': 'hydra:Class',
  'hydra:title': 'The API entrypoint',
  'hydra:supportedProperty': documentedResources
    .filter(({ operations }) => operations.includes('list'))
    .map((resource) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#Entrypoint/${entryName(resource.name)}`,
        '@type': 'hydra:Link',
        domain: '#Entrypoint',
        'rdfs:label': `The collection of ${resource.name} resources`,
        'rdfs:range': [
          { '@id': 'hydra:Collection' },
          {
            'owl:equivalentClass': {
              'owl:onProperty': { '@id': 'hydra:member' },
              'owl:allValuesFrom': { '@id': `#${resource.name}` },
            },
          },
        ],
        'hydra:supportedOperation': resource.operations
          .filter((crud) => crud === 'list' || crud === 'create')
          .map((crud) => operationOf(crud, resource)),
      },
      'hydra:title': `The collection of ${resource.name} resources`,
      'hydra:readable': true,
      'hydra:writeable': false,
    })),
  'hydra:supportedOperation': {
    '@type': 'hydra:Operation',
    'hydra:method': 'GET',
    'rdfs:label': 'The API entrypoint.',
    returns: '#Entrypoint',
  },
});

const textProperty = (owner: string, name: string): object => ({
  '@type': 'hydra:SupportedProperty',
  'hydra:property': {
    '@id': `#${owner}/${name}`,
    '@type': 'rdf:Property',
    'rdfs:label': name,
    domain: `#${owner}`,
    range: 'xmls:string',
  },
  'hydra:title': name,
  'hydra:readable': true,
  'hydra:writeable': false,
});

const violationClass = {
  '@id': '#ConstraintViolation',
  '@type': 'hydra:Class',
  'hydra:title': 'A constraint violation',
  'hydra:supportedProperty': ['propertyPath', 'message', 'code'].map((name) =>
    textProperty('ConstraintViolation', name),
  ),
};

const violationListClass = {
  '@id': '#ConstraintViolationList',
  '@type': 'hydra:Class',
  subClassOf: 'hydra:Error',
  'hydra:title': 'A constraint violation list',
  'hydra:supportedProperty': [
    {
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': '#ConstraintViolationList/violations',
        '@type': 'rdf:Property',
        'rdfs:label': 'violations',
        domain: '#ConstraintViolationList',
        range: '#ConstraintViolation',
      },
      'hydra:title': 'violations',
      'hydra:readable': true,
      'hydra:writeable': false,
    },
  ],
};
