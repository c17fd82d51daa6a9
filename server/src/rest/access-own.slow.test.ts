import { describe, expect, it } from 'vitest';
import type { ConnectionId, RecordingId, TaskId } from '#protocol/ids.ts';
import { type OperationOwnName, operations, type ResourcePath } from '#protocol/rest/api.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { insertRecordingFile } from '#server/testing/rows.ts';
import { accessTable } from './access-table.ts';
import {
  expectItemOutcome,
  expectOutcome,
  kindOf,
  outcomeOnItem,
  outcomeOnList,
  type PrincipalName,
  principals,
  reachOf,
} from './testing/access-outcomes.ts';
import { setUpAccessSamples } from './testing/access-samples.ts';
import type { ApiRequest } from './testing/open-test-api.ts';

/** Every operation of its own × every principal on real data, held against the access table. */
const world = setUpAccessSamples();
const { api, samples, number, tokenOf } = world;

const askedBy = (token: string | undefined) => (token === undefined ? {} : { token });

const newMail = () => `changed${number()}@example.com`;
const changeMail = (path: ResourcePath, body: object, id: string) =>
  api.patch(`${path}/${id}`, body, tokenOf('admin'));

const hasChanged = (id: string) =>
  api.db
    .updateTable('task_rows')
    .set({ before: JSON.stringify({ nickname: 'Before' }) })
    .where('task_id', '=', id as TaskId)
    .execute();
const wasCancelled = async (id: string) => {
  await api.db
    .updateTable('tasks')
    .set({ state: 'cancelled' })
    .where('id', '=', id as TaskId)
    .execute();
  await api.db
    .updateTable('task_rows')
    .set({ state: 'cancelled' })
    .where('task_id', '=', id as TaskId)
    .execute();
};
const importStands = (id: string, state: 'loading' | 'checked') =>
  api.db
    .updateTable('tasks')
    .set({ action: 'import', state })
    .where('id', '=', id as TaskId)
    .execute();

/** Operations of their own that name an item: on which resource's, and with what. */
const onItem: Partial<
  Record<
    OperationOwnName,
    {
      readonly path: ResourcePath;
      /** What the sample has to be like. */
      prepare?: (id: string) => Promise<unknown>;
      body?: () => Promise<unknown>;
    }
  >
> = {
  'users.resendLink': { path: 'users', prepare: (id) => changeMail('users', { email: newMail() }, id) },
  'users.withdrawMail': { path: 'users', prepare: (id) => changeMail('users', { email: newMail() }, id) },
  'admins.resendLink': { path: 'admins', prepare: (id) => changeMail('admins', { email: newMail() }, id) },
  'admins.withdrawMail': { path: 'admins', prepare: (id) => changeMail('admins', { email: newMail() }, id) },
  'customers.resendLink': {
    path: 'customers',
    prepare: (id) => changeMail('customers', { mail: newMail() }, id),
  },
  'customers.withdrawMail': {
    path: 'customers',
    prepare: (id) => changeMail('customers', { mail: newMail() }, id),
  },
  'users.resend': { path: 'users', prepare: (id) => changeMail('users', { email: newMail() }, id) },
  'users.sendReset': { path: 'users' },
  'users.groups': { path: 'users' },
  'users.pairs': { path: 'users' },
  'users.services': { path: 'users' },
  'devices.renewSecret': { path: 'devices' },
  'pairs.approve': { path: 'pairs' },
  'pairs.resendInvitation': { path: 'pairs' },
  'groups.invite': { path: 'groups' },
  'groups.memberPairs': { path: 'groups' },
  'connectionSummaries.read': { path: 'connection_summaries' },
  'customers.addManager': {
    path: 'customers',
    body: async () => {
      const colleague = await api.makeUser({
        mail: `colleague${number()}@example.com`,
        customerId: world.home,
        manages: [world.home],
      });
      return { user: iri('users', colleague.id) };
    },
  },
  'customers.recordingUse': { path: 'customers' },
  'notifications.markRead': { path: 'notifications' },
  'recordings.access': { path: 'recordings' },
  'recordings.makeFilm': { path: 'recordings', body: async () => ({ format: 'grid' }) },
  'recordings.links': { path: 'recordings' },
  'recordings.share': {
    path: 'recordings',
    body: async () => ({ end: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  'webhooks.renewSecret': { path: 'webhooks' },
  'webhooks.test': { path: 'webhooks' },
  'webhookDeliveries.redeliver': { path: 'webhook_deliveries' },
  'mails.retry': { path: 'mails' },
  'tasks.rows': { path: 'tasks' },
  'tasks.invitations': {
    path: 'tasks',
    prepare: (id) => importStands(id, 'checked'),
  },
  'tasks.retry': { path: 'tasks' },
  'tasks.continue': { path: 'tasks', prepare: wasCancelled },
  'tasks.undo': { path: 'tasks', prepare: hasChanged },
  'tasks.check': { path: 'tasks', prepare: (id) => importStands(id, 'loading') },
  'tasks.run': { path: 'tasks', prepare: (id) => importStands(id, 'checked') },
};

describe.each(Object.keys(onItem) as OperationOwnName[])('%s', (name) => {
  const target = onItem[name];
  if (!target) throw new Error(name);
  it.each(principals)('by %s', async (who) => {
    const sample = await samples[target.path].make(who);
    const token = sample.token ?? tokenOf(who);
    await target.prepare?.(sample.id);
    const body = await target.body?.();
    const ask = (id: string, changes: ApiRequest = {}) =>
      api.request(operations[name].method, operations[name].path.replace(/\{\w+\}/, id), {
        ...(token !== undefined && { token }),
        ...(changes.headers && { headers: changes.headers }),
        ...(body !== undefined && { body: changes.body ?? body }),
      });
    await expectItemOutcome(ask, target.path, sample.id, outcomeOnItem(name, target.path, who));
  });
});

describe('customers.removeManager', () => {
  it.each(principals)('by %s', async (who) => {
    const colleague = await api.makeUser({
      mail: `leaver${number()}@example.com`,
      customerId: world.home,
      manages: [world.home],
    });
    await expectItemOutcome(
      (customer) =>
        api.request('DELETE', `customers/${customer}/manager/${colleague.id}`, askedBy(tokenOf(who))),
      'customers',
      world.home,
      outcomeOnItem('customers.removeManager', 'customers', who),
    );
  });
});

describe.each(['pairs.availables', 'groups.availables'] as const)('%s', (name) => {
  const ask = (of: string, who: PrincipalName) =>
    api.request(
      'GET',
      operations[name].path.replace(/\{\w+\}/, encodeURIComponent(of)),
      askedBy(tokenOf(who)),
    );
  /** Of whom, how an unknown one would be named, and who may ask. */
  const named = [
    ['a user', () => world.user.id, () => crypto.randomUUID(), ['user']],
    ['a device', () => world.device.id, () => crypto.randomUUID(), ['device']],
    ['a device by its long serial', () => world.device.serial, () => makeSerial('NONE', 1).long, ['device']],
    ['a device by its printed serial', () => world.device.printed, () => 'NONE00001', ['device']],
  ] as const;
  it.each(named.flatMap(([of, ...rest]) => principals.map((who) => ({ of, who, rest }))))(
    'of $of, by $who',
    async ({ who, rest: [there, unknown, itself] }) => {
      const answer = await ask(there(), who);
      const may = [...itself, 'manager', 'admin'].includes(who);
      expectOutcome(answer, kindOf[who] === 'nobody' ? 401 : may ? 'may' : 404);
      if (!may) expect(answer.text).toBe((await ask(unknown(), who)).text);
    },
  );
});

const renaming = () => ({
  resource: 'users',
  action: 'merge',
  ids: [world.user.id],
  body: { nickname: 'Renamed' },
});

/** Operations of their own without an item: who is in the table may. */
const withoutItem: Partial<
  Record<OperationOwnName, { readonly ofCustomer?: boolean; body?: () => Promise<unknown> }>
> = {
  'users.current': {},
  'users.agreeToTerms': {},
  'pushSubscription.remove': {},
  'admins.current': {},
  'devices.current': {},
  'customers.current': {},
  'settings.current': {},
  'connectionSummaries.byDay': { ofCustomer: true },
  'connectionSummaries.byHour': { ofCustomer: true },
  'connectionSummaries.byMonth': { ofCustomer: true },
  'connectionSummaries.byWeek': { ofCustomer: true },
  'connectionSummaries.byPeerId': { ofCustomer: true },
  'connectionSummaries.byWeekHour': { ofCustomer: true },
  'connectionSummaries.byPeak': { ofCustomer: true },
  'connectionSummaries.byDevice': { ofCustomer: true },
  'connectionSummaries.byReason': { ofCustomer: true },
  'connectionSummaries.bySetUp': { ofCustomer: true },
  'connectionSummaries.byQuality': { ofCustomer: true },
  'statistics.setUp': { ofCustomer: true },
  'statistics.today': { ofCustomer: true },
  'services.current': { ofCustomer: true },
  'tasks.start': { body: async () => renaming() },
  'tasks.preview': { body: async () => renaming() },
  'exports.create': { body: async () => ({ resource: 'users', columns: [{ field: 'email' }] }) },
  'attention.read': { ofCustomer: true },
  'unknownRecordings.list': {},
  'pairs.register': {
    body: async () => {
      const mail = `registered${number()}@example.com`;
      await api.makeUser({ mail });
      return { mail };
    },
  },
};

describe.each(Object.keys(withoutItem) as OperationOwnName[])('%s', (name) => {
  const target = withoutItem[name];
  it.each(principals)('by %s', async (who) => {
    const body = await target?.body?.();
    const ask = (customer: string) =>
      api.request(
        operations[name].method,
        `${operations[name].path}${target?.ofCustomer ? `?customer=${customer}` : ''}`,
        { ...askedBy(tokenOf(who)), ...(body !== undefined && { body }) },
      );
    const stranger =
      target?.ofCustomer &&
      reachOf(name, who) !== undefined &&
      ['otherUser', 'otherDevice', 'rival'].includes(who);
    const answer = await ask(world.home);
    expectOutcome(answer, stranger ? 404 : outcomeOnList(name, who));
    if (stranger) expect(answer.text).toBe((await ask(crypto.randomUUID())).text);
  });
});

describe('the present one', () => {
  it.each([
    ['users/current', 'user', () => world.user.id],
    ['users/current', 'manager', () => world.manager.id],
    ['devices/current', 'device', () => world.device.id],
    ['customers/current', 'user', () => world.home],
    ['customers/current', 'device', () => world.home],
    ['customers/current', 'rival', () => world.away],
  ] as const)('%s is the one of the asking %s', async (path, who, id) => {
    expect((await api.get(path, tokenOf(who))).body.id).toBe(id());
  });
});

describe('users.byEmail', () => {
  it.each(principals)('by %s', async (who) => {
    const token = tokenOf(who);
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

describe('search.find', () => {
  it.each(principals)('by %s', async (who) => {
    const answer = await api.request('GET', 'search?q=user@example.com', askedBy(tokenOf(who)));
    expectOutcome(answer, outcomeOnList('search.find', who));
    if (reachOf('search.find', who) === undefined) return;
    const found = answer.text.includes(world.user.id);
    expect(found).toBe(who === 'manager' || who === 'admin');
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
    const token = tokenOf(who);
    const report = (call: string) =>
      api.request('POST', 'connections', {
        ...(token !== undefined && { token }),
        body: { callId: call, duration: 5 },
      });
    const answer = await report(callId);
    const outcome = outcomeOnList('connections.report', who);
    if (outcome !== 'may' || who === 'user') expectOutcome(answer, outcome);
    else {
      // To anyone who was not in it, be it the manager, a call is as unknown as one that never was.
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

describe.each(['recordings.file', 'recordings.archive', 'recordings.messages'] as const)('%s', (name) => {
  it.each(principals)('by %s', async (who) => {
    const { id } = await samples.recordings.make(who);
    const sha256 = 'a'.repeat(64);
    const file = await insertRecordingFile(api.db, id as RecordingId, { party_id: world.user.id, sha256 });
    const token = tokenOf(who);
    const places = {
      'recordings.file': `files/${file.id}`,
      'recordings.archive': 'archive',
      'recordings.messages': 'messages',
    };
    // Who has a file already is told so: no media node is needed for it. An archive needs one.
    const answers = { 'recordings.file': 304, 'recordings.archive': 503, 'recordings.messages': 200 };
    const ask = (recording: string) =>
      api.request('GET', `recordings/${recording}/${places[name]}`, {
        ...(token !== undefined && { token }),
        headers: { 'if-none-match': `"${sha256}"` },
      });
    const outcome = outcomeOnItem(name, 'recordings', who);
    if (outcome === 'may') expect((await ask(id)).status).toBe(answers[name]);
    else await expectItemOutcome(ask, 'recordings', id, outcome);
  });
});

describe('recordings.deleteFilm', () => {
  it.each(principals)('by %s', async (who) => {
    const { id } = await samples.recordings.make(who);
    const film = await api.db
      .insertInto('recording_films')
      .values({ recording_id: id as RecordingId, format: 'grid' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ask = (recording: string, { headers = {} }: ApiRequest = {}) =>
      api.request('DELETE', `recordings/${recording}/films/${film.id}`, {
        ...askedBy(tokenOf(who)),
        headers,
      });
    const outcome = outcomeOnItem('recordings.deleteFilm', 'recordings', who);
    await expectItemOutcome(ask, 'recordings', id, outcome);
  });
});

describe('recordings.unshare', () => {
  it.each(principals)('by %s', async (who) => {
    const { id } = await samples.recordings.make(who);
    const link = await api.db
      .insertInto('recording_links')
      .values({
        recording_id: id as RecordingId,
        token_hash: Buffer.from(id),
        password_hash: null,
        ends_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ask = (recording: string, { headers = {} }: ApiRequest = {}) =>
      api.request('DELETE', `recordings/${recording}/links/${link.id}`, {
        ...askedBy(tokenOf(who)),
        headers,
      });
    const outcome = outcomeOnItem('recordings.unshare', 'recordings', who);
    await expectItemOutcome(ask, 'recordings', id, outcome);
  });
});

describe('tasks.putChunk', () => {
  it.each(principals)('by %s', async (who) => {
    const { id } = await samples.tasks.make(who);
    await importStands(id, 'loading');
    await expectItemOutcome(
      (task, { body = { rows: [] }, headers = {} } = {}) =>
        api.request('PUT', `tasks/${task}/chunks/0`, { ...askedBy(tokenOf(who)), body, headers }),
      'tasks',
      id,
      outcomeOnItem('tasks.putChunk', 'tasks', who),
    );
  });
});

describe('auth.signOut', () => {
  it.each(principals)('by %s ends that sign-in', async (who) => {
    const customerId = world.home;
    const fresh = {
      user: () => api.makeUser({ mail: `leaving${number()}@example.com`, customerId }),
      manager: () =>
        api.makeUser({ mail: `leaving${number()}@example.com`, customerId, manages: [customerId] }),
      device: () => api.makeDevice({ number: 80_000 + number(), customerId }),
      admin: () => api.makeAdmin(`leaving${number()}@example.com`),
      nobody: async () => ({ token: tokenOf(who) }),
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
  'search.find',
  'connections.report',
  'recordings.file',
  'recordings.archive',
  'recordings.messages',
  'recordings.unshare',
  'recordings.deleteFilm',
  'exports.file',
  'tasks.putChunk',
  'auth.signOut',
  'pushSubscription.save',
  'unknownRecordings.assign',
  'unknownRecordings.delete',
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

it('what everyone may do is answered alike for every asker and token', async () => {
  const open = (Object.keys(operations) as OperationOwnName[]).filter(
    (name) => accessTable[name].nobody === 'yes',
  );
  expect(open.length).toBeGreaterThan(8);
  for (const name of open) {
    const answers = await Promise.all(
      principals.map((who) => {
        const token = tokenOf(who);
        return api.request(operations[name].method, operations[name].path, {
          ...(token !== undefined && { token }),
          ...(operations[name].method !== 'GET' && { body: {} }),
        });
      }),
    );
    expect(new Set(answers.map(({ text }) => text)).size, name).toBe(1);
  }
});
