import formats from '@rdfjs/formats';
import rdf from '@zazuko/env';
import Environment from '@zazuko/env/Environment.js';
import alcaeus, { type RuntimeOperation } from 'alcaeus';
import { beforeAll, expect, it } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { PASSWORD } from '#server/rest/testing/open-test-api.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';

/**
 * A hydra client that others wrote (alcaeus), on top of RDF libraries that others wrote, does it all: it reads answers and
 * documentation as graphs, finds the operations of the resource at hand in the documentation, and sends them. What is
 * here knows the entry point's address and a token, and otherwise only what a person in front of such a client does: the
 * title of what to open, and what to type into which field.
 */
const api = setUpTestApi();
let entrypoint: string;
let token: string;

beforeAll(async () => {
  entrypoint = `${await api.fastify.listen({ host: '127.0.0.1', port: 0 })}/api/v1`;
  const customerId = await api.makeCustomer('hydra');
  ({ token } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] }));
});

const HYDRA = 'http://www.w3.org/ns/hydra/core#';
const JSON_LD = { 'content-type': 'application/ld+json' };
const SCHEMA = 'https://schema.org/';

/** One that has seen nothing yet. */
function openClient() {
  const env = new Environment(alcaeus(), { parent: rdf });
  env.formats.import(formats);
  env.hydra.defaultHeaders = { authorization: `Bearer ${token}` };
  // The documentation is read once, everything else as often as it is looked at.
  env.hydra.cacheStrategy.shouldLoad = ({ response, representation }) =>
    representation.ofType(`${HYDRA}ApiDocumentation`).length === 0 || response.xhr.status !== 200;
  return env.hydra;
}
type Client = ReturnType<typeof openClient>;
type Resource = NonNullable<
  NonNullable<Awaited<ReturnType<Client['loadResource']>>['representation']>['root']
>;

async function load(client: Client, address: string): Promise<Resource> {
  const { representation, response } = await client.loadResource(address);
  expect(response?.xhr.status, address).toBe(200);
  if (!representation?.root) throw new Error(`${address} says nothing of itself`);
  return representation.root;
}

/** What the entry point links to under this title. */
async function collectionAt(client: Client, title: string): Promise<Resource> {
  const links = (await load(client, entrypoint)).getLinks();
  const link = links.find(({ supportedProperty }) => supportedProperty.title === title);
  const [collection] = link?.resources ?? [];
  if (!collection) throw new Error(`The entry point has no ${title}`);
  return collection as Resource;
}

function operationOf(resource: Resource, type: string): RuntimeOperation {
  const [operation] = resource.findOperations({
    bySupportedOperation: `${SCHEMA}${type}`,
    byMethod: () => true,
  });
  if (!operation) throw new Error(`${resource.id.value} cannot be ${type}d`);
  return operation;
}

/** The values of a field as JSON-LD has them: by language, as a list unless there is one at most, or as they are. */
function contentOf(resource: Resource, property: Pick<Resource, 'id' | 'getNumber'>): unknown {
  const values = resource.pointer.out(property.id).terms.map((term) => {
    if (term.termType !== 'Literal') return { value: term.value };
    const type = term.datatype.value.slice('http://www.w3.org/2001/XMLSchema#'.length);
    const value =
      type === 'boolean'
        ? term.value === 'true'
        : /^(integer|double)$/.test(type)
          ? Number(term.value)
          : term.value;
    return { value, language: term.language };
  });
  if (values.some(({ language }) => language)) {
    return Object.fromEntries(values.map(({ language, value }) => [language, value]));
  }
  const isOne = property.getNumber('http://www.w3.org/2002/07/owl#maxCardinality') === 1;
  return isOne ? values[0]?.value : values.map(({ value }) => value);
}

/** A form of the fields that can be written, filled with what they are, and then with what is typed. */
function filled(resource: Resource, typed: Readonly<Record<string, unknown>>): string {
  const form: Record<string, unknown> = {};
  for (const { supportedProperty } of resource.getProperties()) {
    const { title, property } = supportedProperty;
    if (!title || !property || !supportedProperty.getBoolean(`${HYDRA}writeable`)) continue;
    const value = contentOf(resource, property);
    if (value !== undefined) form[title] = value;
  }
  return JSON.stringify({ ...form, ...typed });
}

interface Page {
  readonly members: readonly string[];
  /** Address of the page after it. */
  readonly next: string | undefined;
}

async function pageAt(client: Client, address: string): Promise<Page> {
  const { representation } = await client.loadResource(address);
  const [view] = representation?.ofType<Resource>(`${HYDRA}PartialCollectionView`) ?? [];
  const [list] = representation?.ofType<Resource>(`${HYDRA}Collection`) ?? [];
  return {
    members: list?.pointer.out(rdf.namedNode(`${HYDRA}member`)).values ?? [],
    next: view?.pointer.out(rdf.namedNode(`${HYDRA}next`)).value,
  };
}

/** Every item of a list, by the links from one page to the next, beginning with a page of one. */
async function walk(client: Client, collection: Resource): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let next: string | undefined = `${collection.id.value}?pageSize=1`; next !== undefined; ) {
    const page: Page = await pageAt(client, next);
    expect(page.members.length).toBeLessThanOrEqual(1);
    seen.push(...page.members);
    next = page.next;
  }
  return seen;
}

it.each([
  ['Group', { name: 'Made' }, { name: 'Edited' }],
  ['Device', { serialNumber: makeSerial('CLIENT', 1).long }, { name: 'Edited' }],
  ['Notification', { title: { ja: '題', en: 'Made' } }, { title: { ja: '題', en: 'Edited' } }],
  ['User', { email: 'client@example.com', plainPassword: PASSWORD }, { nickname: 'Edited' }],
  ['Customer', { mail: 'client@customers.example', name: 'Made' }, { name: 'Edited' }],
])(
  'a hydra client by others creates, reads, edits, lists page by page and deletes a %s',
  async (name, typed, change) => {
    const client = openClient();
    const collection = await collectionAt(client, `The collection of ${name} resources`);
    const before = await walk(client, collection);
    const made = await operationOf(collection, 'CreateAction').invoke(JSON.stringify(typed), JSON_LD);
    expect(made.response?.xhr.status).toBe(201);
    const address = made.representation?.root?.id.value;
    if (address === undefined) throw new Error('The answer does not say what was made');

    const item = await load(client, address);
    expect(item.types.has(`${entrypoint}/docs.jsonld#${name}`)).toBe(true);
    const edited = await operationOf(item, 'ReplaceAction').invoke(filled(item, change), JSON_LD);
    expect(edited.response?.xhr.status).toBe(200);
    const shown = edited.representation?.root;
    expect(shown && JSON.parse(filled(shown, {}))).toMatchObject(change);

    const after = await walk(client, collection);
    expect(after).toHaveLength(before.length + 1);
    expect(after).toContain(address);

    const deleted = await operationOf(item, 'DeleteAction').invoke();
    expect(deleted.response?.xhr.status).toBe(204);
    expect((await client.loadResource(address)).response?.xhr.status).toBe(404);
    expect((await walk(client, collection)).toSorted()).toEqual(before.toSorted());
  },
);

/** RFC 6570, form-style query expansion; not by a library, since API Platform's brackets are not in that standard. */
const expanded = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\?([^}]*)\}/, (_whole, variables: string) => {
    const given = variables.split(',').filter((variable) => variable in values);
    return `?${given.map((variable) => `${variable}=${encodeURIComponent(values[variable] ?? '')}`).join('&')}`;
  });

it('the search template of a list says by what it is narrowed and sorted, and is right about it', async () => {
  const client = openClient();
  const collection = await collectionAt(client, 'The collection of Device resources');
  for (const name of ['Front door', 'Back door', 'Window']) {
    const typed = { serialNumber: makeSerial('HYDRA', name.length).long, name };
    await operationOf(collection, 'CreateAction').invoke(JSON.stringify(typed), JSON_LD);
  }
  const { search } = await load(client, collection.id.value);
  if (!search?.template) throw new Error('The list cannot be searched');
  const variables = search.mapping.map(({ variable }) => variable);
  const { template } = search;
  const namesOf = async (values: Readonly<Record<string, string>>) => {
    expect(variables).toEqual(expect.arrayContaining(Object.keys(values)));
    const { members } = await pageAt(client, new URL(expanded(template, values), entrypoint).href);
    const items = await Promise.all(members.map((address) => load(client, address)));
    return items.map((item) => item.getString(`${SCHEMA}name`));
  };
  expect((await namesOf({ search: 'door' })).toSorted()).toEqual(['Back door', 'Front door']);
  expect(await namesOf({ 'registered[strictly_before]': '2020-01-01T00:00:00Z' })).toEqual([]);
  // A graph has no order but that of pages.
  const first = { search: 'door', pageSize: '1' };
  expect(await namesOf({ ...first, 'order[name]': 'asc' })).toEqual(['Back door']);
  expect(await namesOf({ ...first, 'order[name]': 'asc', page: '2' })).toEqual(['Front door']);
  expect(await namesOf({ ...first, 'order[name]': 'desc' })).toEqual(['Front door']);
});
