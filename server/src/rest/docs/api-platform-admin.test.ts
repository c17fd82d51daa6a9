import { type ApiPlatformAdminRecord, fetchHydra, hydraDataProvider } from '@api-platform/admin';
import { type Parameter, parseHydraDocumentation, type Resource } from '@api-platform/api-doc-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { resources } from '#protocol/rest/api.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { makeSerial } from '#protocol/serial.ts';
import { fillEveryList } from '#server/rest/testing/fill-every-list.ts';
import { PASSWORD } from '#server/rest/testing/open-test-api.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';
import { insertTask } from '#server/testing/rows.ts';

/**
 * API Platform's admin, the client that hydra as API Platform writes it is made for: its own data provider, unmodified, on a
 * server that listens. Only the token is handed to it, by the `httpClient` that its documentation describes.
 */
const api = setUpTestApi();
let provider: ReturnType<typeof hydraDataProvider>;
let introspected: readonly Resource[];
let asManager: typeof provider;
let customerId: CustomerId;
let user: { readonly id: UserId };

beforeAll(async () => {
  const origin = await api.fastify.listen({ host: '127.0.0.1', port: 0 });
  // It asks a browser where it is.
  vi.stubGlobal('window', { location: { href: origin } });
  customerId = await api.makeCustomer('admin');
  const manager = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  user = await api.makeUser({ mail: 'user@example.com', customerId, nickname: 'User' });
  const { id: adminId, token } = await api.makeAdmin('admin@example.com');
  await fillEveryList(api, customerId, user.id);
  // Each sees only the own ones.
  await insertTask(api.db, { kind: 'admin', id: adminId });
  await api.post('groups', { name: 'Own' }, manager.token);
  provider = openProvider(origin, token);
  asManager = openProvider(origin, manager.token);
  introspected = (await provider.introspect()).data.resources ?? [];
  await asManager.introspect();
});
afterAll(() => void vi.unstubAllGlobals());

function openProvider(origin: string, token: string) {
  const headers = () => ({ authorization: `Bearer ${token}` });
  return hydraDataProvider({
    entrypoint: `${origin}/api/v1`,
    httpClient: (url, options = {}) => fetchHydra(url, { ...options, headers }),
    apiDocumentationParser: (url) => parseHydraDocumentation(url, { headers }),
    mercure: false,
  });
}

const listed = Object.values<ResourceDefinition>(resources).filter(({ operations }) =>
  operations.includes('list'),
);
const pathsThatCan = (...needed: readonly ResourceDefinition['operations'][number][]) =>
  listed
    .filter(({ operations }) => needed.every((each) => operations.includes(each)))
    .map(({ path }) => path);

const firstPage = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'id', order: 'ASC' },
  filter: {},
} as const;

async function parametersOf(path: string): Promise<readonly Parameter[]> {
  const resource = introspected.find(({ name }) => name === path);
  return (await resource?.getParameters?.()) ?? [];
}

it('finds every resource that has a list', () => {
  expect(introspected.map(({ name }) => name).sort()).toEqual(listed.map(({ path }) => path).sort());
});

describe.each(listed.map(({ path }) => path))('the list of %s', (path) => {
  it('is shown page by page', async () => {
    const whole = await provider.getList(path, firstPage);
    expect(whole.data).not.toEqual([]);
    expect(whole.total).toBe(whole.data.length);
    const seen: unknown[] = [];
    for (let page = 1; page <= whole.data.length; page += 1) {
      const { data } = await provider.getList(path, { ...firstPage, pagination: { page, perPage: 1 } });
      seen.push(...data.map(({ id }) => id));
    }
    expect(seen).toEqual(whole.data.map(({ id }) => id));
  });

  it('is shown in every order', async () => {
    const all = await provider.getList(path, firstPage);
    const orders = (await parametersOf(path)).flatMap(
      ({ variable }) => /^order\[(.+)\]$/.exec(variable)?.[1] ?? [],
    );
    expect(orders).toContain('id');
    for (const field of orders) {
      for (const order of ['ASC', 'DESC'] as const) {
        const { total } = await provider.getList(path, { ...firstPage, sort: { field, order } });
        expect([field, total]).toEqual([field, all.total]);
      }
    }
  });

  it('is narrowed by every filter', async () => {
    const { data } = await provider.getList(path, firstPage);
    for (const filter of await filtersOf(path, data)) {
      const { data: found } = await provider.getList(path, { ...firstPage, filter });
      expect([filter, found.length <= data.length]).toEqual([filter, true]);
    }
  });

  it('shows its items one by one, and several', async () => {
    const { data } = await provider.getList(path, firstPage);
    const ids = data.slice(0, 3).map(({ id }) => id);
    for (const id of ids) expect((await provider.getOne(path, { id })).data.id).toBe(id);
    expect((await provider.getMany(path, { ids })).data.map(({ id }) => id)).toEqual(ids);
  });
});

/** A value for every filter that the list names, as react-admin keeps them: dates below their field, several as an array. */
async function filtersOf(path: string, data: readonly ApiPlatformAdminRecord[]): Promise<readonly object[]> {
  const definition = listed.find((each) => each.path === path);
  const parameters = (await parametersOf(path)).map(({ variable }) => variable);
  const [record] = data;
  return Object.entries(definition?.filters ?? {}).flatMap(([name, { property, schema }]) => {
    expect(parameters).toContain(name);
    const [, field, comparison] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (field && comparison) return [{ [field]: { [comparison]: '2020-01-01' } }];
    const values: readonly unknown[] = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : [];
    if (values.length > 0) return [{ [name]: values[0] }, { [name]: values }];
    if (name.endsWith('ustomer'))
      return [{ [name]: `/api/v1/customers/${customerId}` }, { [name]: [customerId] }];
    if (/Id$/.test(name) || 'pattern' in schema) return [{ [name]: idOf(record?.[property]) ?? user.id }];
    return [{ [name]: 'text' }];
  });
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.split('/').at(-1) : undefined;

/** What a person types into the forms. */
const forms: Readonly<
  Record<string, { readonly make: () => object; readonly change?: object; readonly changed?: object }>
> = {
  users: {
    make: () => ({ email: 'made@example.com', plainPassword: PASSWORD }),
    change: { nickname: 'Changed' },
  },
  admins: {
    make: () => ({ email: 'other@example.com', plainPassword: PASSWORD }),
    change: { email: 'third@example.com' },
    changed: { pendingEmail: 'third@example.com' },
  },
  devices: { make: () => ({ serialNumber: makeSerial('ADMIN', 1).long }), change: { name: 'Changed' } },
  pairs: {
    make: () => ({ owner: `/api/v1/users/${user.id}`, mail: 'boss@example.com' }),
    change: { name: 'Changed' },
  },
  groups: { make: () => ({ name: 'Made', owner: `/api/v1/users/${user.id}` }), change: { name: 'Changed' } },
  guest_links: { make: () => ({}) },
  customers: { make: () => ({ name: 'Made', mail: 'made@customers.example' }), change: { name: 'Changed' } },
  features: {
    make: () => ({ customer: `/api/v1/customers/${customerId}`, name: 'feature_service_group_chat' }),
    change: { enabled: true },
  },
  services: { make: () => ({ name: 'service_group_chat' }), change: { state: 'DISABLED' } },
  notifications: {
    make: () => ({ title: { ja: '題', en: 'Made' }, customer: `/api/v1/customers/${customerId}` }),
    change: { title: { ja: '新', en: 'Changed' } },
  },
  webhooks: {
    make: () => ({
      customer: `/api/v1/customers/${customerId}`,
      url: 'https://hooks.example.com/',
      events: ['call.ended'],
    }),
    change: { name: 'Changed' },
  },
};

/** Of these there can be one each, and all are there: which one makes way. */
const onceEach: Readonly<Record<string, (record: ApiPlatformAdminRecord) => boolean>> = {
  features: ({ name, customer }) =>
    name === 'feature_service_group_chat' && customer === `/api/v1/customers/${customerId}`,
  services: ({ name }) => name === 'service_group_chat',
};

it('can make all that can be made', () => {
  expect(Object.keys(forms).sort()).toEqual(pathsThatCan('create').sort());
});

it.each(Object.keys(forms))('makes, edits and deletes one of %s', async (path) => {
  // A guest link is its owner's own.
  const own = path === 'guest_links' ? asManager : provider;
  const { make, change, changed: seen = change } = forms[path] ?? { make: () => ({}) };
  const { data: there } = await own.getList(path, firstPage);
  const former = there.find((each) => onceEach[path]?.(each));
  if (former) await own.delete(path, { id: former.id, previousData: former });

  const { data: made } = await own.create(path, { data: make() });
  expect((await own.getOne(path, { id: made.id })).data).toMatchObject({ id: made.id });
  if (change) {
    const { data: record } = await own.getOne(path, { id: made.id });
    // All of the record, with what the provider keeps of its own: react-admin sends it so.
    expect(record.originId).toBe(idOf(made.id));
    const { data: changed } = await own.update(path, {
      id: made.id,
      data: { ...record, ...change },
      previousData: record,
    });
    expect(changed).toMatchObject({ ...seen });
  }
  await own.delete(path, { id: made.id, previousData: made });
  if (path === 'guest_links') {
    // What was given out stays in the list, withdrawn.
    expect((await own.getOne(path, { id: made.id })).data.state).toBe('REVOKED');
    return;
  }
  await expect(own.getOne(path, { id: made.id })).rejects.toMatchObject({ status: 404 });
});

it.each(pathsThatCan('delete').filter((path) => !(path in forms)))('deletes one of %s', async (path) => {
  const { data } = await provider.getList(path, firstPage);
  const [first] = data;
  if (!first) throw new Error('The list is empty');
  await provider.deleteMany(path, { ids: [first.id] });
  await expect(provider.getOne(path, { id: first.id })).rejects.toMatchObject({ status: 404 });
});

it('lists what refers to something', async () => {
  const reference = { ...firstPage, target: 'customer', id: `/api/v1/customers/${customerId}` };
  const { data } = await provider.getManyReference('users', reference);
  expect(data.map(({ email }) => email).sort()).toEqual(['boss@example.com', 'user@example.com']);
});

it('is told which field is wrong', async () => {
  const refused = provider.create('users', { data: { email: 'nobody', plainPassword: PASSWORD } });
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 422 });
  expect(JSON.stringify(error)).toContain('ConstraintViolation/propertyPath');
});
