import { beforeAll, describe, expect, it } from 'vitest';
import type {
  ConnectionId,
  CustomerId,
  DeviceId,
  NodeId,
  RecordingFileId,
  RecordingId,
  RoomId,
  UserId,
} from '#protocol/ids.ts';
import {
  type OperationName,
  type OperationOwnName,
  operations,
  type ResourcePath,
  resources,
} from '#protocol/rest/api.ts';
import type { CrudName, ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { accessTable, type Reach } from './access-table.ts';
import { type ApiAnswer, PASSWORD } from './open-test-api.ts';
import type { BasicReach } from './server-resource.ts';
import { setUpTestApi } from './test-api.ts';

/**
 * Every operation × every principal on real data, held against the access table. What each principal is to each sample
 * (`relations`) is stated here once more, in words of the specification, not taken from the code.
 */
const api = setUpTestApi();

const principals = [
  'nobody',
  'guest',
  'user',
  'otherUser',
  'device',
  'otherDevice',
  'manager',
  'rival',
  'admin',
] as const;
type PrincipalName = (typeof principals)[number];
const kindOf = {
  nobody: 'nobody',
  // A guest's link is no access token: it opens a call, and the API takes the guest for nobody.
  guest: 'nobody',
  user: 'user',
  otherUser: 'user',
  device: 'device',
  otherDevice: 'device',
  manager: 'manager',
  rival: 'manager',
  admin: 'admin',
} as const;

interface Account<Id> {
  readonly id: Id;
  readonly token: string;
}

let home: CustomerId;
let away: CustomerId;
let user: Account<UserId>;
let manager: Account<UserId>;
let device: Account<DeviceId>;
let tokens: Record<PrincipalName, string | undefined>;
let count = 0;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  away = await api.makeCustomer('away');
  user = await api.makeUser({ mail: 'user@example.com', customerId: home });
  manager = await api.makeUser({ mail: 'manager@example.com', customerId: home, manages: [home] });
  device = await api.makeDevice({ number: 90_001, customerId: home });
  const otherUser = await api.makeUser({ mail: 'other@example.com', customerId: away });
  const group = await api.makeGroup(user.id, 'with a guest');
  const guest = await api.db
    .transaction()
    .execute((trx) => issueGuestLink(trx, { kind: 'group', groupId: group }, null));
  tokens = {
    nobody: undefined,
    guest: guest.token,
    user: user.token,
    otherUser: otherUser.token,
    device: device.token,
    otherDevice: (await api.makeDevice({ number: 90_002, customerId: away })).token,
    manager: manager.token,
    rival: (await api.makeUser({ mail: 'rival@example.com', customerId: away, manages: [away] })).token,
    admin: (await api.makeAdmin('admin@example.com')).token,
  };
});

type Relations = Partial<Record<PrincipalName, readonly BasicReach[]>>;

interface Sample {
  readonly id: string;
  /** Instead of the principal's own: the sample is the asker. */
  readonly token?: string;
}

interface SampleOf {
  /** What the principals are to the sample; who is not named is nothing to it. */
  readonly relations: Relations;
  make(who: PrincipalName): Promise<Sample>;
  /** Bodies that pass validation. */
  readonly creation?: () => Record<string, unknown>;
  readonly patch?: Record<string, unknown>;
}

const number = () => ++count;
const makeWebhook = () =>
  api.db
    .insertInto('webhooks')
    .values({
      customer_id: home,
      url: 'https://hooks.example.com/',
      events: ['user.verified'],
      secret: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const userIri = () => iri('users', user.id);

const samples: Readonly<Record<ResourcePath, SampleOf>> = {
  users: {
    relations: { user: ['own'], manager: ['managed'] },
    async make(who) {
      const made = await api.makeUser({ mail: `sample${number()}@example.com`, customerId: home });
      return who === 'user' ? made : { id: made.id };
    },
    creation: () => ({ email: `made${number()}@example.com`, plainPassword: PASSWORD }),
    patch: { nickname: 'Other' },
  },
  admins: {
    relations: {},
    make: async () => ({ id: (await api.makeAdmin(`admin${number()}@example.com`)).id }),
    creation: () => ({ email: `admin${number()}@example.com`, plainPassword: PASSWORD }),
    patch: {},
  },
  devices: {
    relations: { device: ['own'], manager: ['managed'] },
    async make(who) {
      const made = await api.makeDevice({ number: number(), customerId: home });
      return who === 'device' ? made : { id: made.id };
    },
    creation: () => ({ serialNumber: makeSerial('MADE', number()).long }),
    patch: { answersByItself: true },
  },
  pairs: {
    relations: {
      user: ['own', 'side'],
      device: ['side', 'invited'],
      manager: ['managed', 'invited'],
      admin: ['invited'],
    },
    async make() {
      await api.db.deleteFrom('pairs').where('owner_user_id', '=', user.id).execute();
      return { id: await api.makePair(user.id, { device: device.id }, 'INVITED') };
    },
    // Each asker is the owner, but admins name one.
    creation: () => ({ mail: 'partner@example.com' }),
    patch: { name: 'Other' },
  },
  groups: {
    relations: { user: ['own', 'side'], device: ['side'], manager: ['managed'] },
    async make() {
      await api.db.deleteFrom('pairs').where('owner_user_id', '=', user.id).execute();
      const pair = await api.makePair(user.id, { device: device.id });
      return { id: await api.makeGroup(user.id, `sample ${number()}`, [pair]) };
    },
    creation: () => ({ name: 'Made' }),
    patch: { name: 'Other' },
  },
  guest_links: {
    relations: { user: ['own'], manager: ['managed'] },
    async make() {
      const reach = { kind: 'direct', userId: user.id } as const;
      const { id } = await api.db
        .transaction()
        .execute((trx) => issueGuestLink(trx, reach, `${number()}@example.com`));
      return { id };
    },
    creation: () => ({ mail: `guest${number()}@example.com` }),
  },
  customers: {
    relations: { user: ['own', 'side'], device: ['own', 'side'], manager: ['own', 'side', 'managed'] },
    make: async () => ({ id: home }),
    creation: () => ({ mail: `customer${number()}@example.com` }),
    patch: { timeZone: 'Europe/Paris' },
  },
  features: {
    relations: { user: ['side'], device: ['side'], manager: ['side', 'managed'] },
    async make() {
      await api.db.deleteFrom('features').where('customer_id', '=', home).execute();
      const { id } = await api.db
        .insertInto('features')
        .values({ customer_id: home, service: 'service_video_chat' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id };
    },
    creation: () => ({ customer: iri('customers', home), name: 'feature_service_group_chat' }),
    patch: { enabled: true },
  },
  services: {
    relations: {},
    async make() {
      await api.db.deleteFrom('services').where('name', '=', 'service_group_chat').execute();
      return await api.db
        .insertInto('services')
        .values({ name: 'service_group_chat' })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    patch: { state: 'ENABLED' },
  },
  settings: {
    relations: { user: ['own'], manager: ['managed'] },
    async make() {
      return await api.db
        .selectFrom('settings')
        .where('user_id', '=', user.id)
        .select('id')
        .executeTakeFirstOrThrow();
    },
    patch: { video_chat_agc: true },
  },
  connections: {
    relations: { user: ['own'], manager: ['managed'] },
    make: () =>
      api.db
        .insertInto('connections')
        .values({
          kind: 'direct',
          call_id: crypto.randomUUID(),
          customer_id: home,
          user_id: user.id,
          peer_id: device.id,
          started_at: new Date(),
          ended_at: new Date(),
          duration_s: 0,
          end_reason: 'hung-up',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  },
  recordings: {
    relations: { user: ['own'], manager: ['managed'] },
    make: () =>
      api.db
        .insertInto('recordings')
        .values({
          customer_id: home,
          user_id: user.id,
          name: `Sample ${number()}`,
          room_id: crypto.randomUUID() as RoomId,
          node_id: crypto.randomUUID() as NodeId,
          state: 'ready',
          started_by: 'Somebody',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  },
  connection_summaries: {
    relations: { manager: ['managed'] },
    make: async () => ({ id: `byweek.0.30.${home}` }),
  },
  notifications: {
    relations: { user: ['side'], manager: ['side', 'managed'] },
    make: () =>
      api.db
        .insertInto('notifications')
        .values({ customer_id: home, title_ja: '題', title_en: `Sample ${number()}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    creation: () => ({ title: { ja: '題', en: 'Title' } }),
    patch: { title: { en: 'Other' } },
  },
  webhooks: {
    relations: { manager: ['managed'] },
    make: () => makeWebhook(),
    creation: () => ({ url: 'https://hooks.example.com/', events: ['user.verified'] }),
    patch: { enabled: false },
  },
  webhook_deliveries: {
    relations: { manager: ['managed'] },
    async make() {
      const { id } = await makeWebhook();
      return await api.db
        .insertInto('webhook_deliveries')
        .values({
          webhook_id: id,
          customer_id: home,
          event: 'user.verified',
          subject: user.id,
          payload: '{}',
          state: 'FAILED',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
  },
  logs: {
    relations: { manager: ['managed'] },
    make: () =>
      api.db
        .insertInto('logs')
        .values({ actor_kind: 'system', action: 'test', resource: 'tests', customer_id: home })
        .returning('id')
        .executeTakeFirstOrThrow(),
  },
};

/** Whether a reach of the table covers the sample, for this principal. */
function covers(path: ResourcePath, reach: Reach | undefined, who: PrincipalName): boolean {
  const relations = samples[path].relations[who] ?? [];
  if (reach === undefined) return false;
  if (reach === 'all' || reach === 'yes') return true;
  if (reach === 'managedOrOwn') return relations.some((each) => each === 'managed' || each === 'own');
  if (reach === 'managedOrSide') return relations.some((each) => each === 'managed' || each === 'side');
  return relations.includes(reach);
}

const reachOf = (name: OperationName, who: PrincipalName) => accessTable[name][kindOf[who]];
const reads = (path: ResourcePath, who: PrincipalName) =>
  path !== 'connection_summaries' && covers(path, reachOf(`${path}.read` as OperationName, who), who);

type Outcome = 'may' | 401 | 403 | 404;

function outcomeOnItem(name: OperationName, path: ResourcePath, who: PrincipalName): Outcome {
  if (kindOf[who] === 'nobody') return 401;
  if (covers(path, reachOf(name, who), who)) return 'may';
  return reads(path, who) ? 403 : 404;
}

function outcomeOnList(name: OperationName, who: PrincipalName): Outcome {
  if (who === 'guest') return 401;
  if (reachOf(name, who) !== undefined) return 'may';
  return kindOf[who] === 'nobody' ? 401 : 403;
}

/** An id in the form of the sample's that nothing has. */
const unknownId = (path: ResourcePath): string =>
  path === 'connection_summaries' ? `byweek.0.30.${crypto.randomUUID()}` : crypto.randomUUID();

/**
 * The outcome, and that a refusal is, to the letter, what it would be were there no such item, if the asker is not to know
 * that there is one; whatever tag the change is said to be of, and however wrong its body is.
 */
async function expectItemOutcome(
  ask: (
    id: string,
    changes?: { readonly headers?: Record<string, string>; readonly body?: unknown },
  ) => Promise<ApiAnswer>,
  path: ResourcePath,
  id: string,
  outcome: Outcome,
): Promise<ApiAnswer> {
  if (outcome === 404 || outcome === 401) {
    const missing = await ask(unknownId(path));
    const answers = await Promise.all(
      [
        {},
        { headers: { 'if-match': '"1"' } },
        { headers: { 'if-match': '"999"' } },
        { body: { nonsense: 1 } },
      ].map((changes) => ask(id, changes)),
    );
    for (const there of answers) {
      expectOutcome(there, outcome);
      expect([there.status, there.text]).toEqual([missing.status, missing.text]);
      expect(Object.keys(there.headers).sort()).toEqual(Object.keys(missing.headers).sort());
    }
  }
  const answer = await ask(id);
  expectOutcome(answer, outcome);
  return answer;
}

function expectOutcome(answer: ApiAnswer, outcome: Outcome): void {
  if (outcome === 'may') expect(answer.status, answer.text).toBeLessThan(300);
  else {
    expect(answer.status, answer.text).toBe(outcome);
    // A refusal says nothing of the item.
    expect(Object.keys(answer.body).sort()).toEqual(
      ['@context', '@type', 'code', 'hydra:description', 'hydra:title'].sort(),
    );
  }
}

const crud: Readonly<Record<CrudName, 'item' | 'list'>> = {
  list: 'list',
  create: 'list',
  read: 'item',
  replace: 'item',
  merge: 'item',
  delete: 'item',
};

const paths = Object.keys(resources) as ResourcePath[];

for (const path of paths) {
  const definition: ResourceDefinition = resources[path];
  for (const name of definition.operations) {
    const operation = `${path}.${name}` as OperationName;
    describe(operation, () => {
      it.each(principals)('by %s', async (who) => {
        const sample = await samples[path].make(who);
        const token = sample.token ?? tokens[who];
        const address = `${path}/${sample.id}`;
        const outcome =
          crud[name] === 'item' ? outcomeOnItem(operation, path, who) : outcomeOnList(operation, who);
        const asked = token === undefined ? {} : { token };
        switch (name) {
          case 'list': {
            const answer = await api.request(
              'GET',
              `${path}?pageSize=100&order[${definition.order[0]}]=desc`,
              asked,
            );
            expectOutcome(answer, outcome);
            if (outcome !== 'may') return;
            const ids = answer.body['hydra:member'].map((each: { id: string }) => each.id);
            expect(ids.includes(sample.id)).toBe(covers(path, reachOf(operation, who), who));
            // Nothing is counted that is not shown.
            if (ids.length < 100) expect(answer.body['hydra:totalItems']).toBe(ids.length);
            return;
          }
          case 'create': {
            const body = await creationFor(path, who);
            expectOutcome(await api.request('POST', path, { ...asked, body }), outcome);
            return;
          }
          case 'read': {
            const answer = await expectItemOutcome(
              (id) => api.request('GET', `${path}/${id}`, asked),
              path,
              sample.id,
              outcome,
            );
            if (outcome === 'may') expect(answer.body['@id']).toBe(`/api/v1/${address}`);
            return;
          }
          case 'replace': {
            const read = await api.get(address, tokens.admin);
            await expectItemOutcome(
              (id, changes) => api.request('PUT', `${path}/${id}`, { ...asked, body: read.body, ...changes }),
              path,
              sample.id,
              outcome,
            );
            return;
          }
          case 'merge':
            await expectItemOutcome(
              (id, changes) =>
                api.request('PATCH', `${path}/${id}`, {
                  ...asked,
                  body: samples[path].patch ?? {},
                  ...changes,
                }),
              path,
              sample.id,
              outcome,
            );
            return;
          case 'delete': {
            // Who may delete the customer is told that it is in use.
            if (path === 'customers' && outcome === 'may') {
              expect((await api.request('DELETE', address, asked)).status).toBe(409);
            } else {
              await expectItemOutcome(
                (id, changes) =>
                  api.request('DELETE', `${path}/${id}`, { ...asked, headers: changes?.headers ?? {} }),
                path,
                sample.id,
                outcome,
              );
            }
            if (outcome !== 'may' && path !== 'connection_summaries') {
              expect((await api.get(address, tokens.admin)).status).toBe(200);
            }
          }
        }
      });
    });
  }
}

async function creationFor(path: ResourcePath, who: PrincipalName): Promise<Record<string, unknown>> {
  const body = samples[path].creation?.() ?? {};
  if (path === 'pairs') {
    await api.makeUser({ mail: `partner${number()}@example.com` });
    return { mail: `partner${count}@example.com`, ...(who === 'admin' && { owner: userIri() }) };
  }
  if (path === 'groups' && who === 'admin') return { ...body, owner: userIri() };
  if (path === 'guest_links' && kindOf[who] === 'device') {
    // A device is not called by strangers: its links lead to its groups.
    const { body: group } = await api.post('groups', { name: 'Made' }, tokens[who]);
    return { ...body, group: group['@id'] };
  }
  if (path === 'services') {
    await api.db.deleteFrom('services').where('name', '=', 'service_group_chat').execute();
    return { name: 'service_group_chat' };
  }
  if (path === 'features') {
    // The rival makes one for the rival's own customer.
    const customer = who === 'rival' ? away : home;
    await api.db
      .deleteFrom('features')
      .where('customer_id', '=', customer)
      .where('service', '=', 'service_group_chat')
      .execute();
    return { ...body, customer: iri('customers', customer) };
  }
  return body;
}

/** Operations of their own that name an item: on which resource's, and with what. */
const onItem: Partial<
  Record<
    OperationOwnName,
    { readonly path: ResourcePath; body?: () => Promise<unknown>; readonly last?: () => string }
  >
> = {
  'users.groups': { path: 'users' },
  'users.pairs': { path: 'users' },
  'users.services': { path: 'users' },
  'devices.renewSecret': { path: 'devices' },
  'pairs.approve': { path: 'pairs' },
  'groups.invite': { path: 'groups' },
  'groups.memberPairs': { path: 'groups' },
  'connectionSummaries.read': { path: 'connection_summaries' },
  'customers.addManager': {
    path: 'customers',
    body: async () => {
      const colleague = await api.makeUser({
        mail: `colleague${number()}@example.com`,
        customerId: home,
        manages: [home],
      });
      return { user: iri('users', colleague.id) };
    },
  },
  'notifications.markRead': { path: 'notifications' },
  'recordings.access': { path: 'recordings' },
  'webhooks.renewSecret': { path: 'webhooks' },
  'webhookDeliveries.redeliver': { path: 'webhook_deliveries' },
};

describe.each(Object.keys(onItem) as OperationOwnName[])('%s', (name) => {
  const target = onItem[name];
  if (!target) throw new Error(name);
  it.each(principals)('by %s', async (who) => {
    const sample = await samples[target.path].make(who);
    const token = sample.token ?? tokens[who];
    const body = await target.body?.();
    const ask = (id: string) =>
      api.request(operations[name].method, operations[name].path.replace(/\{\w+\}/, id), {
        ...(token !== undefined && { token }),
        ...(body !== undefined && { body }),
      });
    await expectItemOutcome(ask, target.path, sample.id, outcomeOnItem(name, target.path, who));
  });
});

describe('customers.removeManager', () => {
  it.each(principals)('by %s', async (who) => {
    const colleague = await api.makeUser({
      mail: `leaver${number()}@example.com`,
      customerId: home,
      manages: [home],
    });
    const token = tokens[who];
    const answer = await api.request(
      'DELETE',
      `customers/${home}/manager/${colleague.id}`,
      token === undefined ? {} : { token },
    );
    expectOutcome(answer, outcomeOnItem('customers.removeManager', 'customers', who));
  });
});

describe.each(['pairs.availables', 'groups.availables'] as const)('%s', (name) => {
  it.each(principals)('of a user, by %s', async (who) => {
    const token = tokens[who];
    const answer = await api.request(
      'GET',
      operations[name].path.replace(/\{\w+\}/, user.id),
      token === undefined ? {} : { token },
    );
    const relation: Outcome =
      kindOf[who] === 'nobody' ? 401 : ['user', 'manager', 'admin'].includes(who) ? 'may' : 404;
    expectOutcome(answer, relation);
  });
});

/** Operations of their own without an item: who is in the table may. */
const withoutItem: Partial<
  Record<OperationOwnName, { readonly query?: () => string; body?: () => Promise<unknown> }>
> = {
  'users.current': {},
  'users.agreeToTerms': {},
  'admins.current': {},
  'devices.current': {},
  'customers.current': {},
  'settings.current': {},
  'connectionSummaries.byDay': { query: () => `?customer=${home}` },
  'connectionSummaries.byHour': { query: () => `?customer=${home}` },
  'connectionSummaries.byMonth': { query: () => `?customer=${home}` },
  'connectionSummaries.byWeek': { query: () => `?customer=${home}` },
  'connectionSummaries.byPeerId': { query: () => `?customer=${home}` },
  'services.current': { query: () => `?customer=${home}` },
  'pairs.register': {
    body: async () => {
      await api.makeUser({ mail: `registered${number()}@example.com` });
      return { mail: `registered${count}@example.com` };
    },
  },
};

describe.each(Object.keys(withoutItem) as OperationOwnName[])('%s', (name) => {
  const target = withoutItem[name];
  it.each(principals)('by %s', async (who) => {
    const token = tokens[who];
    const body = await target?.body?.();
    const answer = await api.request(
      operations[name].method,
      `${operations[name].path}${target?.query?.() ?? ''}`,
      {
        ...(token !== undefined && { token }),
        ...(body !== undefined && { body }),
      },
    );
    const stranger =
      target?.query !== undefined &&
      reachOf(name, who) !== undefined &&
      ['otherUser', 'otherDevice', 'rival'].includes(who);
    expectOutcome(answer, stranger ? 404 : outcomeOnList(name, who));
  });
});

describe('users.byEmail', () => {
  it.each(principals)('by %s', async (who) => {
    const token = tokens[who];
    const find = (mail: string) =>
      api.request('GET', `users/by_email?email=${mail}`, token === undefined ? {} : { token });
    const there = await find('user@example.com');
    const nowhere = await find('nobody@example.com');
    // `user` is the sample itself here.
    expectOutcome(
      there,
      reachOf('users.byEmail', who)
        ? outcomeOnItem('users.byEmail', 'users', who)
        : outcomeOnList('users.byEmail', who),
    );
    if (there.status >= 300) expect(there.body).toEqual(nowhere.body);
  });
});

describe('connections.report', () => {
  it.each(principals)('by %s', async (who) => {
    const { id } = await samples.connections.make(who);
    const { call_id: callId } = await api.db
      .selectFrom('connections')
      .where('id', '=', id as ConnectionId)
      .select('call_id')
      .executeTakeFirstOrThrow();
    const token = tokens[who];
    const report = (call: string) =>
      api.request('POST', 'connections', {
        ...(token !== undefined && { token }),
        body: { callId: call, duration: 5 },
      });
    const answer = await report(callId);
    const outcome = outcomeOnList('connections.report', who);
    if (outcome !== 'may' || who === 'user') expectOutcome(answer, outcome);
    else {
      // To whoever was not in it, be it the manager, a call is as unknown as one that never was.
      expect(answer.status).toBe(422);
      expect(answer.text).toBe((await report(crypto.randomUUID())).text);
    }
    const row = await api.db
      .selectFrom('connections')
      .where('id', '=', id as ConnectionId)
      .select('reported_duration_s')
      .executeTakeFirstOrThrow();
    expect(row.reported_duration_s).toBe(who === 'user' ? 5 : null);
  });
});

describe('recordings.file', () => {
  it.each(principals)('by %s', async (who) => {
    const { id } = await samples.recordings.make(who);
    const sha256 = 'a'.repeat(64);
    const file = await api.db
      .insertInto('recording_files')
      .values({
        id: crypto.randomUUID() as RecordingFileId,
        recording_id: id as RecordingId,
        party_kind: 'user',
        party_id: user.id,
        party_name: 'Somebody',
        source: 'camera',
        media_type: 'audio/webm',
        video_codec: null,
        audio_codec: 'opus',
        started_at: new Date(),
        offset_ms: 0,
        duration_ms: 1_000,
        bytes: 1_000,
        sha256,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = tokens[who];
    // Who has it already is told so: no media node is needed for it.
    const ask = (recording: string) =>
      api.request('GET', `recordings/${recording}/files/${file.id}`, {
        ...(token !== undefined && { token }),
        headers: { 'if-none-match': `"${sha256}"` },
      });
    const outcome = outcomeOnItem('recordings.file', 'recordings', who);
    if (outcome === 'may') expect((await ask(id)).status).toBe(304);
    else await expectItemOutcome(ask, 'recordings', id, outcome);
  });
});

describe('auth.signOut', () => {
  it.each(principals)('by %s ends that sign-in', async (who) => {
    const customerId = home;
    const fresh = {
      user: () => api.makeUser({ mail: `leaving${number()}@example.com`, customerId }),
      manager: () =>
        api.makeUser({ mail: `leaving${number()}@example.com`, customerId, manages: [customerId] }),
      device: () => api.makeDevice({ number: 80_000 + number(), customerId }),
      admin: () => api.makeAdmin(`leaving${number()}@example.com`),
      nobody: async () => ({ token: tokens[who] }),
    }[kindOf[who]];
    const { token } = await fresh();
    const leave = () =>
      api.request('DELETE', operations['auth.signOut'].path, token === undefined ? {} : { token });
    expectOutcome(await leave(), outcomeOnList('auth.signOut', who));
    if (kindOf[who] !== 'nobody') expect((await leave()).status).toBe(401);
  });
});

/** Walked in tests of their own. */
const walkedByThemselves: readonly OperationOwnName[] = [
  'customers.removeManager',
  'pairs.availables',
  'groups.availables',
  'users.byEmail',
  'connections.report',
  'recordings.file',
  'auth.signOut',
];

it('no operation is left out', () => {
  const walked = new Set<string>([
    ...Object.keys(onItem),
    ...Object.keys(withoutItem),
    ...walkedByThemselves,
    ...Object.keys(operations).filter((name) => accessTable[name as OperationOwnName].nobody === 'yes'),
  ]);
  expect(Object.keys(operations).filter((name) => !walked.has(name))).toEqual([]);
  for (const name of walked) expect(operations, name).toHaveProperty([name]);
});

it('what everybody may do is answered alike whoever asks, and whatever token comes along', async () => {
  const open = (Object.keys(operations) as OperationOwnName[]).filter(
    (name) => accessTable[name].nobody === 'yes',
  );
  expect(open.length).toBeGreaterThan(8);
  for (const name of open) {
    const answers = await Promise.all(
      principals.map((who) => {
        const token = tokens[who];
        return api.request(operations[name].method, operations[name].path, {
          ...(token !== undefined && { token }),
          ...(operations[name].method !== 'GET' && { body: {} }),
        });
      }),
    );
    expect(new Set(answers.map(({ text }) => text)).size, name).toBe(1);
  }
});

describe("another customer's objects", () => {
  it('are neither counted, nor found by search, filter or reference', async () => {
    const { id: groupId } = await samples.groups.make('rival');
    const pairId = await api.makePair(manager.id, user.id);
    const { rival } = tokens;
    for (const query of [
      `users?customer=${home}`,
      'users?search=user@example.com',
      `devices?customer=${home}`,
      'devices?search=TEST90001',
      `pairs?owner=${user.id}`,
      `pairs?owner.customer=${home}`,
      `groups?owner=${user.id}`,
      `groups?customer=${home}`,
      `groups?userId=${user.id}`,
      'groups?search=sample',
      `features?customer=${home}`,
      `connections?customer=${home}`,
      `connections?owner=${user.id}`,
      `notifications?customer=${home}`,
      'notifications?search=Sample',
      `logs?customer=${home}`,
    ]) {
      const { status, body } = await api.get(query, rival);
      expect([status, body['hydra:totalItems'], body['hydra:member']], query).toEqual([200, 0, []]);
    }
    const refused = async (path: string, body: unknown, propertyPath: string) => {
      const { body: answer } = await api.post(path, body, rival);
      expect(answer.violations, path).toMatchObject([{ propertyPath, code: 'reference-unknown' }]);
    };
    const customer = iri('customers', home);
    await refused('users', { email: 'x@example.com', plainPassword: PASSWORD, customer }, 'customer');
    await refused('devices', { serialNumber: makeSerial('X', 1).long, customer }, 'customer');
    await refused('features', { customer, name: 'feature_service_group_chat' }, 'customer');
    await refused('notifications', { title: { ja: 'x', en: 'x' }, customer }, 'customer');
    await refused('groups', { name: 'x', owner: userIri() }, 'owner');
    await refused('groups', { name: 'x', memberPairs: [iri('pairs', pairId)] }, 'memberPairs[0]');
    await refused('pairs', { mail: 'rival@example.com', owner: userIri() }, 'owner');
    await refused(`customers/${away}/manager`, { user: userIri() }, 'user');
    expect((await api.get(`groups/${groupId}`, rival)).status).toBe(404);
  });
});
