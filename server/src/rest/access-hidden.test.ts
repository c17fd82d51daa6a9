import { beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, type ResourcePath, resources } from '#protocol/rest/api.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { isReferenceSchema } from './references.ts';
import { reachOf } from './testing/access-outcomes.ts';
import { setUpAccessSamples } from './testing/access-samples.ts';
import { PASSWORD } from './testing/open-test-api.ts';

/** What a manager of another customer cannot find out either: by counting, narrowing, searching or referring. */
const world = setUpAccessSamples();
const { api, samples, userIri, tokenOf } = world;

const all = Object.entries<ResourceDefinition>(resources) as [ResourcePath, ResourceDefinition][];
/** What the rival may list; services are everyone's. */
const lists = all.filter(
  ([path, { operations }]) =>
    operations.includes('list') && path !== 'services' && reachOf(`${path}.list` as OperationName, 'rival'),
);
/** One of everything, at `home`. */
const there = new Map<ResourcePath, string>();
let memberPair: string;
let callId: string;

beforeAll(async () => {
  for (const [path] of all) there.set(path, (await samples[path].make('rival')).id);
  ({ call_id: callId } = await api.db.selectFrom('connections').select('call_id').executeTakeFirstOrThrow());
  // Making some has unmade others that they are made of.
  there.set('pairs', await api.makePair(world.manager.id, world.user.id));
  memberPair = iri('pairs', there.get('pairs') ?? '');
});

/** The lists as the rival gets them: by which no sample may be found, and in which nothing is counted that is not shown. */
async function expectHidden(path: ResourcePath, query: string): Promise<void> {
  const { status, body } = await api.get(`${path}?pageSize=100&${query}`, tokenOf('rival'));
  expect(status, query).toBe(200);
  const ids = body['hydra:member'].map(({ id }) => id);
  expect(ids, query).not.toContain(there.get(path));
  expect(body['hydra:totalItems'], query).toBe(ids.length);
}

/** Values that find the sample: what is referred to by the name of the filter, or everything that it takes. */
function valuesOf(path: ResourcePath, name: string): readonly string[] {
  switch (name) {
    case 'owner':
    case 'userId':
    case 'actorId':
    case 'party':
      return [world.user.id, world.device.id];
    case 'customer':
    case 'owner.customer':
      return [world.home];
    case 'id':
      return [there.get(path) ?? ''];
    case 'group':
      return [there.get('groups') ?? ''];
    case 'webhook':
      return [there.get('webhooks') ?? ''];
    case 'task':
      return [there.get('tasks') ?? ''];
    case 'resource':
      return [path === 'tasks' ? 'users' : 'tests'];
    case 'action':
      return [path === 'tasks' ? 'delete' : 'test'];
    case 'resourceId':
      return [world.user.id];
    case 'callId':
      return [callId];
    case 'peerId':
      return [world.device.id];
    case 'endReason':
      return ['hung-up'];
    case 'ownPeer':
      return ['e'];
  }
  if (name.includes('[')) return [name.includes('before') ? '2100-01-01T00:00:00Z' : '2000-01-01T00:00:00Z'];
  const { schema } = resources[path].filters[name as never] as { readonly schema: object };
  const values: unknown = 'enum' in schema ? schema.enum : undefined;
  if (!Array.isArray(values)) throw new Error(`How is ${path}?${name}= asked?`);
  return values.map(String);
}

describe.each(lists)("another customer's %s", (path, { filters, order, search }) => {
  it.each(Object.keys(filters))('are neither counted nor found by %s', async (name) => {
    for (const value of valuesOf(path, name)) {
      await expectHidden(path, `${name}=${value}`);
      await expectHidden(path, `${name}[]=${value}`);
    }
  });

  it('are neither counted, nor listed in any order, nor found by searching', async () => {
    await expectHidden(path, '');
    for (const name of order) await expectHidden(path, `order[${name}]=asc`);
    if (search.length === 0) return;
    for (const text of ['e', 'user@example.com', 'TEST90001', 'Sample', 'home', 'hooks.example.com']) {
      await expectHidden(path, `search=${text}`);
    }
  });
});

it('what is narrowed to another customer is as empty as what is narrowed to one that does not exist', async () => {
  for (const [path, { filters }] of lists) {
    for (const name of ['customer', 'owner', 'owner.customer'].filter((each) => each in filters)) {
      const [value = ''] = valuesOf(path, name);
      const unknown = crypto.randomUUID();
      const [hidden, missing] = await Promise.all(
        [value, unknown].map((id) => api.get(`${path}?${name}=${id}`, tokenOf('rival'))),
      );
      expect(hidden?.body['hydra:totalItems'], `${path}?${name}`).toBe(0);
      expect(hidden?.text.replaceAll(value, unknown)).toBe(missing?.text);
      if (name !== 'customer') continue;
      const { body } = await api.get(`${path}?${name}=${value}`, tokenOf('manager'));
      expect(body['hydra:totalItems'], `${path} of the own customer`).toBeGreaterThan(0);
    }
  }
});

/** For each field that refers to something: bodies that pass but for that, and where they are sent. */
const referring: Readonly<Record<string, () => { readonly path: string; readonly body: object }>> = {
  'users.customer': () => ({ path: 'users', body: { email: 'x@example.com', plainPassword: PASSWORD } }),
  'devices.customer': () => ({ path: 'devices', body: { serialNumber: makeSerial('X', 1).long } }),
  'features.customer': () => ({ path: 'features', body: { name: 'feature_service_group_chat' } }),
  'notifications.customer': () => ({ path: 'notifications', body: { title: { ja: 'x', en: 'x' } } }),
  'webhooks.customer': () => ({
    path: 'webhooks',
    body: { url: 'https://hooks.example.com/', events: ['user.verified'] },
  }),
  'pairs.owner': () => ({ path: 'pairs', body: { mail: 'rival@example.com' } }),
  'groups.owner': () => ({ path: 'groups', body: { name: 'x' } }),
  'groups.memberPairs': () => ({ path: 'groups', body: { name: 'x' } }),
  'guest_links.group': () => ({ path: 'guest_links', body: {} }),
};

it('every field by which a body refers to something is looked at', () => {
  const fields = all.flatMap(([path, definition]) =>
    Object.entries(definition.fields)
      .filter(([, { schema, mode }]) => mode !== 'read' && isReferenceSchema(schema))
      .map(([name]) => `${path}.${name}`),
  );
  expect(Object.keys(referring).sort()).toEqual(fields.sort());
});

it.each(Object.keys(referring))(
  '%s cannot be what is of another customer, as if there were none',
  async (field) => {
    const [, name = ''] = field.split('.');
    const [reference, unknown, propertyPath] = {
      customer: [iri('customers', world.home), iri('customers', crypto.randomUUID()), name],
      owner: [userIri(), iri('users', crypto.randomUUID()), name],
      memberPairs: [[memberPair], [iri('pairs', crypto.randomUUID())], `${name}[0]`],
      group: [iri('groups', there.get('groups') ?? ''), iri('groups', crypto.randomUUID()), name],
    }[name] ?? ['', '', ''];
    const { path, body } = referring[field]?.() ?? { path: '', body: {} };
    const send = (value: unknown) => api.post(path, { ...body, [name]: value }, tokenOf('rival'));
    const hidden = await send(reference);
    expect(hidden.body.violations).toMatchObject([{ propertyPath, code: 'reference-unknown' }]);
    expect(hidden.text).toBe((await send(unknown)).text);
  },
);

it('what is one’s own cannot be moved to what is of another customer, as if there were none', async () => {
  const user = await api.makeUser({ mail: 'moved@example.com', customerId: world.away });
  const device = await api.makeDevice({ number: 90_003, customerId: world.away });
  const { body: group } = await api.post('groups', { name: 'x' }, tokenOf('rival'));
  for (const [path, name, reference, unknown] of [
    [`users/${user.id}`, 'customer', iri('customers', world.home), iri('customers', crypto.randomUUID())],
    [`devices/${device.id}`, 'customer', iri('customers', world.home), iri('customers', crypto.randomUUID())],
    [`groups/${group.id}`, 'memberPairs', [memberPair], [iri('pairs', crypto.randomUUID())]],
  ] as const) {
    const send = (value: unknown) => api.patch(path, { [name]: value }, tokenOf('rival'));
    const hidden = await send(reference);
    expect(hidden.body.violations, path).toMatchObject([{ code: 'reference-unknown' }]);
    expect(hidden.text).toBe((await send(unknown)).text);
  }
  const make = (id: string) =>
    api.post(`customers/${world.away}/manager`, { user: iri('users', id) }, tokenOf('rival'));
  const hidden = await make(world.user.id);
  expect(hidden.body.violations).toMatchObject([{ propertyPath: 'user', code: 'reference-unknown' }]);
  expect(hidden.text).toBe((await make(crypto.randomUUID())).text);
});

it('statistics of all that one sees say nothing of what one does not', async () => {
  for (const kind of ['byday', 'byhour', 'bymonth', 'byweek', 'bypeerid']) {
    const counts = async (who: 'manager' | 'rival') => {
      const { body } = await api.get(`connection_summaries/${kind}?pageSize=100`, tokenOf(who));
      return body['hydra:member'].reduce((sum, { count }) => sum + Number(count), 0);
    };
    expect(await counts('manager'), kind).toBeGreaterThan(0);
    expect(await counts('rival'), kind).toBe(0);
  }
  const line = (key: string) => api.get(`connection_summaries/bypeerid.${key}.30.all`, tokenOf('rival'));
  expect((await line(world.device.id)).text).toBe((await line(crypto.randomUUID())).text);
});

it.each(['owner', 'owner.customer', 'customer'])(
  'the services in force for what %s names are as unknown as for what does not exist',
  async (name) => {
    const ask = (id: string) => api.get(`services/current?${name}=${id}`, tokenOf('rival'));
    const hidden = await ask(name === 'owner' ? world.user.id : world.home);
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe((await ask(crypto.randomUUID())).text);
  },
);
