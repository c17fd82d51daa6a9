import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { Compile } from 'typebox/compile';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import { operations, type ResourcePath, resources } from '#protocol/rest/api.ts';
import type { OperationDefinition } from '#protocol/rest/define-operation.ts';
import { type ResourceDefinition, shownSchema } from '#protocol/rest/define-resource.ts';
import { makeSerial } from '#protocol/serial.ts';
import { PASSWORD } from '#server/rest/testing/open-test-api.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';

const api = setUpTestApi();
let origin: string;
let customerId: CustomerId;
let manager: string;
let admin: string;

beforeAll(async () => {
  origin = await api.fastify.listen({ host: '127.0.0.1', port: 0 });
  customerId = await api.makeCustomer('docs');
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

type Parsed = Awaited<ReturnType<typeof parseHydraDocumentation>>['api'];
type Resource = NonNullable<Parsed['resources']>[number];
// biome-ignore lint/suspicious/noExplicitAny: a client that knows nothing takes anything
type Anything = any;

/**
 * A client that knows nothing of this project: what it can do and where comes from API Platform's own parser of hydra
 * documentation, and from the links in the answers.
 */
class GenericClient {
  readonly #token: string;
  readonly #api: Parsed;

  static async open(entrypoint: string, token: string): Promise<GenericClient> {
    const { api: parsed } = await parseHydraDocumentation(entrypoint, {
      headers: { authorization: `Bearer ${token}` },
    });
    return new GenericClient(parsed, token);
  }

  private constructor(parsed: Parsed, token: string) {
    this.#api = parsed;
    this.#token = token;
  }

  get resources(): readonly Resource[] {
    return this.#api.resources ?? [];
  }

  resource(title: string): Resource {
    const found = this.resources.find((each) => each.title === title);
    if (!found) throw new Error(`The documentation has no ${title}`);
    return found;
  }

  async #send(url: string, method: string, body?: object): Promise<Anything> {
    const answer = await fetch(new URL(url, this.#api.entrypoint), {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'application/ld+json',
        ...(body && { 'content-type': 'application/ld+json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : await answer.json();
  }

  #method(resource: Resource, type: string): string {
    const operation = resource.operations?.find((each) => each.type === type);
    if (!operation?.method) throw new Error(`${resource.title} has no operation to ${type}`);
    return operation.method;
  }

  /** Every page, by the links from one to the next. */
  async *pages(title: string, query: string): AsyncGenerator<Anything> {
    const resource = this.resource(title);
    let next: string | undefined = `${resource.url}${query}`;
    while (next !== undefined) {
      const page = await this.#send(next, this.#method(resource, 'list'));
      yield page;
      next = page['hydra:view']?.['hydra:next'];
    }
  }

  /** Fills a form of the writable fields with what a person would type. */
  async create(title: string, typed: Readonly<Record<string, unknown>>): Promise<Anything> {
    const resource = this.resource(title);
    const missing = (resource.writableFields ?? []).filter(
      ({ name, required }) => required && !(name in typed),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
    return await this.#send(resource.url, this.#method(resource, 'create'), typed);
  }

  async edit(title: string, item: Anything, typed: Readonly<Record<string, unknown>>): Promise<Anything> {
    const resource = this.resource(title);
    const kept = (resource.writableFields ?? [])
      .filter(({ name }) => name in item)
      .map(({ name }) => [name, item[name]]);
    return await this.#send(item['@id'], this.#method(resource, 'edit'), {
      ...Object.fromEntries(kept),
      ...typed,
    });
  }

  async show(item: Anything): Promise<Anything> {
    return await this.#send(item['@id'], 'GET');
  }

  async delete(title: string, item: Anything): Promise<void> {
    await this.#send(item['@id'], this.#method(this.resource(title), 'delete'));
  }
}

describe('the hydra documentation', () => {
  it('tells a generic client every resource that has a list, with its fields and operations', async () => {
    const client = await GenericClient.open(`${origin}/api/v1`, admin);
    const listed = Object.values<ResourceDefinition>(resources).filter((each) =>
      each.operations.includes('list'),
    );
    expect(client.resources.map(({ title }) => title).sort()).toEqual(listed.map(({ name }) => name).sort());
    for (const definition of listed) {
      const resource = client.resource(definition.name);
      expect(resource.url).toBe(`${origin}/api/v1/${definition.path}`);
      expect(resource.fields?.map(({ name }) => name)).toEqual(Object.keys(definition.fields));
      const writable = Object.entries(definition.fields).filter(([, { mode }]) => mode !== 'read');
      expect(resource.writableFields?.map(({ name }) => name)).toEqual(writable.map(([name]) => name));
      expect(resource.operations?.map(({ method }) => method).sort()).toEqual(
        definition.operations
          .map(
            (crud) =>
              ({
                list: 'GET',
                read: 'GET',
                create: 'POST',
                replace: 'PUT',
                merge: 'PATCH',
                delete: 'DELETE',
              })[crud],
          )
          .sort(),
      );
    }
    const pair = client.resource('Group').fields?.find(({ name }) => name === 'memberPairs');
    expect(pair?.reference).toMatchObject({ title: 'Pair' });
    const parameters = await client.resource('Device').getParameters?.();
    expect(parameters?.map(({ variable }) => variable)).toContain('registered[strictly_before]');
  });

  it.each([
    ['Group', { name: 'Made' }, { name: 'Edited' }],
    ['Device', { serialNumber: makeSerial('GENERIC', 1).long }, { name: 'Edited' }],
    ['Notification', { title: { ja: '題', en: 'Made' } }, { title: { ja: '題', en: 'Edited' } }],
    ['User', { email: 'generic@example.com', plainPassword: PASSWORD }, { nickname: 'Edited' }],
    ['Customer', { mail: 'generic@customers.example', name: 'Made' }, { name: 'Edited' }],
  ])('lets a generic client create, read, edit, list and delete a %s', async (title, typed, change) => {
    const client = await GenericClient.open(`${origin}/api/v1`, manager);
    const made = await client.create(title, typed);
    expect(await client.show(made)).toMatchObject({ '@id': made['@id'], '@type': title });
    expect(await client.edit(title, made, change)).toMatchObject(change);
    const seen: string[] = [];
    for await (const page of client.pages(title, '?pageSize=1')) {
      expect(page['hydra:member'].length).toBeLessThanOrEqual(1);
      seen.push(...page['hydra:member'].map((each: Anything) => each['@id']));
    }
    expect(seen).toContain(made['@id']);
    expect(new Set(seen).size).toBe(seen.length);
    await client.delete(title, made);
    await expect(client.show(made)).rejects.toThrow('404');
  });

  it('leads from the entry point to every operation that no other resource has', async () => {
    const expand = async (path: string) => {
      const body: Anything = await (await fetch(`${origin}/api/v1${path}`)).json();
      return body;
    };
    const { operations: links } = await expand('');
    const { '@context': terms } = await expand('/contexts/Entrypoint');
    const documentation = await expand('/docs.jsonld');
    const classes: Anything[] = documentation['hydra:supportedClass'];
    const described = classes.find((each) => each['@id'] === '#Operations');
    for (const [name, { method, path, body }] of Object.entries<OperationDefinition>(operations)) {
      const link = links[name];
      const address: string = typeof link === 'string' ? link : link['hydra:template'];
      expect(address).toBe(`/api/v1/${path}`);
      expect(terms[name]).toEqual({ '@id': `Operations/${name}`, '@type': '@id' });
      const property = described['hydra:supportedProperty'].find(
        (each: Anything) => each['hydra:property']['@id'] === `#Operations/${name}`,
      );
      const operation = property['hydra:property']['hydra:supportedOperation'];
      expect(operation['hydra:method']).toBe(method);
      // It is there, with that method.
      const { status } = await api.request(method, address.replaceAll(/\{\w+\}/g, crypto.randomUUID()));
      expect([name, status === 405]).toEqual([name, false]);
      if (!body) continue;
      const input = classes.find((each) => each['@id'] === operation.expects);
      const names = input['hydra:supportedProperty'].map((each: Anything) => each['hydra:title']);
      expect(names).toEqual(Object.keys(body));
    }
  });

  it('has a context for every type that is answered', async () => {
    for (const { name } of Object.values(resources)) {
      const { status, body } = await api.get(`contexts/${name}`);
      expect(status).toBe(200);
      expect(body['@context']).toMatchObject({ '@vocab': `${origin}/api/v1/docs.jsonld#` });
    }
    expect((await api.get('contexts/Pair')).body['@context']).toMatchObject({
      owner: { '@id': 'Pair/owner', '@type': '@id' },
      name: 'https://schema.org/name',
    });
    for (const name of ['Entrypoint', 'Error', 'ConstraintViolationList']) {
      expect((await api.get(`contexts/${name}`)).status).toBe(200);
    }
    expect((await api.get('contexts/Nothing')).status).toBe(404);
  });
});

describe('the OpenAPI document', () => {
  it('has every operation, with the schemas that it names', async () => {
    const { status, text } = await api.get('docs.json');
    expect(status).toBe(200);
    const body: Anything = JSON.parse(text);
    expect(body.openapi).toBe('3.1.0');
    const ids = Object.values<Anything>(body.paths).flatMap((path) =>
      Object.values<Anything>(path).map((operation) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(operations)));
    for (const [, name = ''] of text.matchAll(/"#\/components\/(?:schemas|responses)\/([\w.]+)"/g)) {
      expect(body.components.schemas[name] ?? body.components.responses[name], name).toBeDefined();
    }
    expect(body.paths['/pairs/{id}'].patch.requestBody.content).toHaveProperty(
      'application/merge-patch+json',
    );
    expect(body.paths['/auth'].post.security).toEqual([]);
    expect(body.paths['/users/{id}'].delete.requestBody).toMatchObject({
      required: false,
      content: { 'application/ld+json': { schema: { properties: { currentPassword: { type: 'string' } } } } },
    });
  });

  it('says of everything that is read that the asker may have it already', async () => {
    const body: Anything = JSON.parse((await api.get('docs.json')).text);
    const reads = Object.values<Anything>(body.paths).flatMap((path) => (path.get ? [path.get] : []));
    expect(reads.length).toBeGreaterThan(20);
    for (const { operationId, parameters, responses } of reads) {
      expect(responses, operationId).toHaveProperty('304');
      expect(
        parameters.map(({ name }: Anything) => name),
        operationId,
      ).toContain('If-None-Match');
    }
  });

  it('describes the answers as they are', async () => {
    const { id: user } = await api.makeUser({ mail: 'shown@example.com', customerId });
    const { id: device } = await api.makeDevice({ number: 77, customerId });
    const pair = await api.makePair(user, { device });
    await api.makeGroup(user, 'Shown', [pair]);
    for (const path of Object.keys(resources) as ResourcePath[]) {
      const definition: ResourceDefinition = resources[path];
      if (!definition.operations.includes('list')) continue;
      const { body } = await api.get(path, admin);
      const check = Compile(shownSchema(definition));
      for (const { '@id': _id, '@type': _type, ...shown } of body['hydra:member']) {
        expect(check.Errors(shown), path).toEqual([]);
      }
    }
  });
});

it('the page to try it on is there, with scripts of its own only', async () => {
  const page = await fetch(`${origin}/api/v1/docs`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('swagger-ui');
  for (const [, source = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const asset = await fetch(new URL(source, page.url));
    expect([new URL(source, page.url).origin, asset.status], source).toEqual([origin, 200]);
  }
});
