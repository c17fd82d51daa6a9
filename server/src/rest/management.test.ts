import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { blockedBy } from '#server/testing/blocked-by.ts';
import { eventually } from '#server/testing/eventually.ts';
import { firstOf, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let customerId: CustomerId;
let user: TestAccount<UserId>;
let manager: TestAccount<UserId>;
let admin: string;

beforeAll(async () => {
  customerId = await api.makeCustomer('managed');
  user = await api.makeUser({ mail: 'user@example.com', customerId });
  manager = await api.makeUser({ mail: 'manager@example.com', customerId, manages: [customerId] });
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

const inForce = async () => {
  const { body } = await api.get('services/current', user.token);
  return Object.fromEntries(body['hydra:member'].map((each) => [each.name, each]));
};

describe('services in force', () => {
  it('are those that service and customer have enabled, with their options', async () => {
    expect(await inForce()).toMatchObject({
      service_video_chat: {
        state: 'ENABLED',
        feature_opt_chat_recording: true,
        feature_opt_chat_share_screen: false,
      },
      service_group_chat: { state: 'ENABLED', feature_opt_chat_recording: false },
    });
  });

  it('lack group chat where 1-to-1 chat is off, and running clients are told', async () => {
    const videoChat = firstOf(await api.get(`features?customer=${customerId}`, manager.token));
    expect(videoChat.name).toBe('feature_service_video_chat');
    api.events.length = 0;
    await api.patch(videoChat['@id'], { enabled: false }, manager.token);
    expect(api.events).toEqual([{ type: 'features-changed', customerId }]);
    expect(await inForce()).toMatchObject({
      service_video_chat: { state: 'DISABLED' },
      service_group_chat: { state: 'DISABLED' },
    });
    expect((await api.patch(videoChat['@id'], { enabled: true }, user.token)).status).toBe(403);
    await api.patch(videoChat['@id'], { enabled: true }, manager.token);
  });

  it('lack a service that the installation has disabled, everywhere', async () => {
    const groupChat = firstOf(await api.get('services?order[name]=desc', admin));
    api.events.length = 0;
    await api.patch(groupChat['@id'], { state: 'DISABLED' }, admin);
    expect(api.events).toEqual([{ type: 'features-changed', customerId: null }]);
    expect(await inForce()).toMatchObject({
      service_video_chat: { state: 'ENABLED' },
      service_group_chat: { state: 'DISABLED' },
    });
    await api.patch(groupChat['@id'], { state: 'ENABLED' }, admin);
  });
});

describe('a customer', () => {
  it('is made unverified by a manager, who then manages it, and verified by mail', async () => {
    const made = await api.post('customers', { mail: 'new@customers.example' }, manager.token);
    expect(made.body).toMatchObject({
      name: 'new customer setting',
      mail: 'new@customers.example',
      state: 'UNVERIFIED',
      timeZone: 'Asia/Tokyo',
      isDefault: false,
      managers: [iri('users', manager.id)],
    });
    expect(made.body.features).toHaveLength(2);
    const { link } = api.mails.at(-1)?.content ?? { link: '' };
    const { searchParams } = new URL(link);
    const verified = await api.post('customers/verify', {
      token: searchParams.get('token'),
      target: searchParams.get('target'),
    });
    expect(verified.status).toBe(204);
    expect((await api.get(made.body['@id'], manager.token)).body.state).toBe('VERIFIED');
    const moved = await api.patch(made.body['@id'], { mail: 'other@customers.example' }, manager.token);
    expect(moved.body).toMatchObject({ mail: 'new@customers.example', state: 'VERIFIED' });
    expect((await api.delete(made.body['@id'], manager.token)).status).toBe(204);
  });

  it('shows ordinary users neither its address nor its managers', async () => {
    const { body } = await api.get('customers/current', user.token);
    expect(body).toMatchObject({ name: 'managed', mail: null, managers: [], userCount: null });
  });

  it('says how many users and devices belong to it', async () => {
    const count = async () => (await api.get(`customers/${customerId}`, manager.token)).body;
    const { userCount, deviceCount } = await count();
    const users = await api.get(`users?customer=${customerId}&pageSize=1`, manager.token);
    const devices = await api.get(`devices?customer=${customerId}&pageSize=1`, manager.token);
    expect([userCount, deviceCount]).toEqual([
      users.body['hydra:totalItems'],
      devices.body['hydra:totalItems'],
    ]);
    await api.makeUser({ mail: 'one-more@counted.example', customerId });
    expect(await count()).toMatchObject({ userCount: Number(userCount) + 1, deviceCount });
  });

  it.each(['Nowhere/City', '+09:00', '', 'UTC\u0000'])('has no time zone %j', async (timeZone) => {
    const { body } = await api.patch(`customers/${customerId}`, { timeZone }, manager.token);
    expect(body.violations).toMatchObject([{ propertyPath: 'timeZone' }]);
  });

  it('that is the default is deleted by no one: who signs up belongs to it', async () => {
    const standard = await api.db
      .selectFrom('customers')
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    const other = await api.makeUser({
      mail: 'default@example.com',
      customerId: standard.id,
      manages: [standard.id],
    });
    for (const token of [other.token, admin]) {
      const refused = await api.delete(`customers/${standard.id}`, token);
      expect([refused.status, refused.body.code]).toEqual([403, 'default-customer']);
    }
  });

  it('that has calls in its history is never deleted, and the refusal says what closes it instead (F1)', async () => {
    const former = await api.makeCustomer('former');
    const { id: caller } = await api.makeUser({ mail: 'moved-away@example.com', customerId });
    const at = new Date();
    await api.db
      .insertInto('connections')
      .values({
        kind: 'direct',
        call_id: crypto.randomUUID(),
        customer_id: former,
        user_id: caller,
        peer_id: crypto.randomUUID(),
        started_at: at,
        ended_at: at,
        duration_s: 0,
        end_reason: 'hung-up',
      })
      .execute();
    const { status, body } = await api.delete(`customers/${former}`, admin);
    expect([status, body.code]).toEqual([409, 'customer-in-use']);
    expect(body['hydra:description']).toContain('switch its features off');
  });

  it('gets and loses managers, who see it at once and no longer', async () => {
    const colleague = await api.makeUser({ mail: 'colleague@example.com', customerId });
    const add = () =>
      api.post(`customers/${customerId}/manager`, { user: iri('users', colleague.id) }, manager.token);
    expect((await add()).body.violations).toMatchObject([{ propertyPath: 'user', code: 'not-a-manager' }]);
    await api.patch(`users/${colleague.id}`, { isManager: true }, manager.token);
    expect((await add()).body.managers).toContain(iri('users', colleague.id));
    expect((await api.get('users', colleague.token)).body['hydra:totalItems']).toBeGreaterThan(1);
    expect((await api.delete(`customers/${customerId}/manager/${colleague.id}`, manager.token)).status).toBe(
      204,
    );
    expect((await api.get('users', colleague.token)).body['hydra:totalItems']).toBe(1);
  });
});

describe('a manager', () => {
  it('mails a reset instead of setting the password of another', async () => {
    const answer = await api.patch(`users/${user.id}`, { plainPassword: 'chosen by others' }, manager.token);
    expect(answer.status).toBe(403);
  });

  it('moves a user to another managed customer, and what the user owns moves along', async () => {
    const second = await api.makeCustomer('second');
    const both = await api.makeUser({ mail: 'both@example.com', customerId, manages: [customerId, second] });
    const mover = await api.makeUser({ mail: 'mover@example.com', customerId });
    const group = await api.makeGroup(mover.id, 'Moves along');
    const moved = await api.patch(`users/${mover.id}`, { customer: iri('customers', second) }, both.token);
    expect(moved.body.customer).toBe(iri('customers', second));
    expect(api.events).toContainEqual({
      type: 'party-moved',
      party: `user:${mover.id}`,
      customerId: second,
    });
    expect((await api.get(`groups/${group}`, manager.token)).status).toBe(404);
    expect((await api.get(`groups/${group}`, both.token)).status).toBe(200);
  });

  it('takes not even the own account from a customer that is another’s to manage', async () => {
    const away = await api.makeCustomer('managed from outside');
    const guestManager = await api.makeUser({ mail: 'outside@example.com', customerId, manages: [away] });
    const move = (customer: CustomerId) =>
      api.patch(`users/${guestManager.id}`, { customer: iri('customers', customer) }, guestManager.token);
    expect(await move(away)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'customer', code: 'fixed' }] },
    });
    expect((await move(customerId)).status).toBe(200);
  });

  it('moves a device, which those who set it up for the former customer cannot be any more', async () => {
    const third = await api.makeCustomer('third');
    const both = await api.makeUser({ mail: 'mover3@example.com', customerId, manages: [customerId, third] });
    const made = await api.post(
      'devices',
      { serialNumber: makeSerial('MOVES', 1).long, customer: iri('customers', customerId) },
      manager.token,
    );
    const { serialLong, secret } = made.body;
    const signIn = () => api.post('authenticates', { serialNumber: serialLong, secret });
    const device = await signIn();
    expect(device.status).toBe(200);
    const moved = await api.patch(made.body['@id'], { customer: iri('customers', third) }, both.token);
    expect(moved.body.customer).toBe(iri('customers', third));
    expect((await api.get('devices/current', device.body.token)).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    const renewed = await api.post(`${made.body['@id']}/secret`, undefined, both.token);
    expect(
      (await api.post('authenticates', { serialNumber: serialLong, secret: renewed.body.secret })).status,
    ).toBe(200);
  });
});

describe('a notification', () => {
  it('that is deleted while it is marked as read is not found', async () => {
    const made = await api.post(
      'notifications',
      { title: { ja: '短い', en: 'Short-lived' }, datetime: new Date().toISOString() },
      manager.token,
    );
    const marking = await api.db.transaction().execute(async (trx) => {
      await sql`delete from notifications where id = ${made.body.id}`.execute(trx);
      const marked = api.put(`${made.body['@id']}/read`, '', user.token);
      await eventually(async () => expect(await blockedBy(trx)).toBe(1));
      return { marked };
    });
    expect(await marking.marked).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  it("is seen by the customer's users from its time on, and unread until it is read", async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const title = { ja: 'お知らせ', en: 'News' };
    const made = await api.post('notifications', { title, datetime: later }, manager.token);
    expect(made.body).toMatchObject({
      title,
      name: 'News',
      customer: iri('customers', customerId),
      user: null,
    });
    const unread = async () =>
      (await api.get('notifications?unread=true', user.token)).body['hydra:totalItems'];
    expect(await unread()).toBe(0);
    api.events.length = 0;
    await api.patch(made.body['@id'], { datetime: new Date().toISOString() }, manager.token);
    expect(api.events).toMatchObject([{ type: 'notified' }]);
    expect(await unread()).toBe(1);
    expect((await api.request('PUT', `${made.body['@id']}/read`, { token: user.token })).status).toBe(204);
    expect((await api.request('PUT', `${made.body['@id']}/read`, { token: user.token })).status).toBe(204);
    expect(await unread()).toBe(0);
    expect((await api.get(made.body['@id'], user.token)).body.unread).toBe(false);
    expect((await api.patch(made.body['@id'], { title }, user.token)).status).toBe(403);
  });

  it('that would be deleted at once is refused', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const title = { ja: 'お知らせ', en: 'Old news' };
    const refused = await api.post('notifications', { title, datetime: daysAgo(366) }, manager.token);
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toMatchObject([{ propertyPath: 'datetime', code: 'too-long-ago' }]);
    const made = await api.post('notifications', { title, datetime: daysAgo(364) }, manager.token);
    expect(made.status).toBe(201);
    const address = made.body['@id'];
    const moved = await api.patch(address, { datetime: daysAgo(366) }, manager.token);
    expect(moved.body.violations).toMatchObject([{ propertyPath: 'datetime', code: 'too-long-ago' }]);
    // The text of one whose time is nearly over can still be put right.
    const old = daysAgo(366);
    await sql`update notifications set appears_at = ${old} where id = ${made.body.id}`.execute(api.db);
    expect((await api.patch(address, { title, datetime: old }, manager.token)).status).toBe(200);
    expect((await api.delete(address, manager.token)).status).toBe(204);
  });

  it('to everyone comes from admins alone', async () => {
    const body = { title: { ja: '皆様', en: 'All' }, customer: null };
    expect((await api.post('notifications', body, manager.token)).status).toBe(422);
    const made = await api.post('notifications', body, admin);
    expect((await api.get(made.body['@id'], user.token)).status).toBe(200);
    expect((await api.delete(made.body['@id'], manager.token)).status).toBe(403);
  });
});

describe('notifications by their audience', () => {
  it('are those to everyone, to customers, or to one person', async () => {
    const title = { ja: '誰に', en: 'To whom' };
    const toAll = await api.post('notifications', { title, customer: null }, admin);
    const toCustomer = await api.post('notifications', { title }, manager.token);
    const { id: toOne } = await api.db
      .insertInto('notifications')
      .values({ user_id: user.id, title_ja: '誰に', title_en: 'To whom' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const found = async (query: string) =>
      (await api.get(`notifications?search=whom&${query}`, admin)).body['hydra:member']
        .map(({ id }) => id)
        .sort();
    expect(await found('audience=everyone')).toEqual([toAll.body.id]);
    expect(await found('audience[]=everyone&audience[]=customer')).toEqual(
      [toAll.body.id, toCustomer.body.id].sort(),
    );
    expect(await found('audience=person')).toEqual([toOne]);
    expect((await api.get('notifications?audience=nobody', admin)).status).toBe(400);
  });
});

describe('the audit trail', () => {
  it('says who did what to which, from where, and cannot be rewritten', async () => {
    const made = await api.post('groups', { name: 'Audited' }, user.token);
    const { body } = await api.get(`logs?resourceId=${made.body.id}`, manager.token);
    expect(body['hydra:member']).toMatchObject([
      {
        actorKind: 'user',
        actor: iri('users', user.id),
        action: 'create',
        resource: 'groups',
        customer: iri('customers', customerId),
        address: '127.0.0.1',
      },
    ]);
    await expect(
      api.db
        .updateTable('logs')
        .set({ action: 'forged' } as never)
        .execute(),
    ).rejects.toThrow('append only');
    const total = (await api.get('logs?pageSize=1', admin)).body['hydra:totalItems'];
    const { length } = await api.db.selectFrom('logs').select('id').execute();
    expect(total).toBe(length);
  });
});

describe('a connection', () => {
  it("takes what only the client knows to the client's own row, and to no other", async () => {
    const callId = crypto.randomUUID();
    const row = (owner: UserId) => ({
      kind: 'direct' as const,
      call_id: callId,
      customer_id: customerId,
      user_id: owner,
      peer_id: manager.id,
      started_at: new Date(),
      ended_at: new Date(),
      duration_s: 60,
      end_reason: 'hung-up',
    });
    await api.db
      .insertInto('connections')
      .values([row(user.id), row(manager.id)])
      .execute();
    const reported = await api.post('connections', { callId, duration: 58, quality: 7.5 }, user.token);
    expect(reported.body).toMatchObject({
      owner: iri('users', user.id),
      duration: 60,
      reportedDuration: 58,
      quality: 7.5,
    });
    const { body } = await api.get('connections?pageSize=100', manager.token);
    const others = body['hydra:member'].filter(({ owner }) => owner === iri('users', manager.id));
    expect(others).toMatchObject([{ reportedDuration: null }]);
    const stranger = await api.makeUser({ mail: 'stranger@example.com' });
    expect(
      (await api.post('connections', { callId, quality: 1 }, stranger.token)).body.violations,
    ).toMatchObject([{ propertyPath: 'callId', code: 'reference-unknown' }]);
  });
});

it('the last admin stays, even where two delete each other', async () => {
  const other = await api.makeAdmin('second@example.com');
  const first = (await api.get('admins/current', admin)).body['@id'];
  const answers = await Promise.all([
    api.delete(first, other.token),
    api.delete(`admins/${other.id}`, admin),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const left = answers[0]?.status === 204 ? other.token : admin;
  const own = (await api.get('admins/current', left)).body['@id'];
  expect(await api.delete(own, left)).toMatchObject({ status: 409, body: { code: 'last-admin' } });
  expect(await api.db.selectFrom('admins').select('id').execute()).toHaveLength(1);
});
