import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Managers and people who manage customers that these managers do not. */
const api = setUpTestApi();
let count = 0;
const newMail = () => `above${++count}@example.com`;

type Account = TestAccount<UserId>;
let here: CustomerId;
let there: CustomerId;
let admin: string;
/** Manages `here` alone. */
let asker: Account;
/** Lives in `here`, and manages `there` too. */
let above: Account;

beforeAll(async () => {
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});
beforeEach(async () => {
  here = await api.makeCustomer(`here${++count}`);
  there = await api.makeCustomer(`there${count}`);
  asker = await api.makeUser({ mail: newMail(), customerId: here, manages: [here] });
  above = await api.makeUser({ mail: newMail(), customerId: here, manages: [here, there] });
});

const managed = async (id: UserId) =>
  (
    await api.db
      .selectFrom('customer_managers')
      .where('user_id', '=', id)
      .select('customer_id')
      .orderBy('customer_id')
      .execute()
  ).map((row) => row.customer_id);
const isManager = async (id: UserId) =>
  (await api.db.selectFrom('users').where('id', '=', id).select('is_manager').executeTakeFirstOrThrow())
    .is_manager;
const leave = (customer: CustomerId, { id }: Account, token: string) =>
  api.delete(`customers/${customer}/manager/${id}`, token);

describe('someone who manages a customer that the asker does not manage', () => {
  it.each([
    ['the address', () => ({ email: newMail() })],
    ['the password', () => ({ plainPassword: 'chosen by others' })],
    ['the role', () => ({ isManager: false })],
    ['the customer', () => ({ customer: iri('customers', here) })],
    ['the nickname', () => ({ nickname: 'Other' })],
  ])('keeps %s', async (_what, change) => {
    const before = await api.get(`users/${above.id}`, admin);
    const sent = api.mails.length;
    const refused = await api.patch(`users/${above.id}`, change(), asker.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'manages-elsewhere']);
    const replaced = await api.put(`users/${above.id}`, { ...before.body, ...change() }, asker.token);
    expect([replaced.status, replaced.body.code]).toEqual([403, 'manages-elsewhere']);
    expect((await api.get(`users/${above.id}`, admin)).body).toEqual(before.body);
    expect(api.mails).toHaveLength(sent);
  });

  it('is read, and not deleted', async () => {
    const refused = await api.delete(`users/${above.id}`, asker.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'manages-elsewhere']);
    expect((await api.get(`users/${above.id}`, asker.token)).status).toBe(200);
    expect(await managed(above.id)).toEqual([here, there]);
  });

  it('keeps the settings', async () => {
    const settings = await api.get('settings/current', above.token);
    const refused = await api.patch(settings.body['@id'], { video_chat_agc: true }, asker.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'manages-elsewhere']);
  });

  it('is given neither pairs nor groups', async () => {
    const owner = iri('users', above.id);
    const partner = newMail();
    await api.makeUser({ mail: partner, customerId: here });
    for (const refused of [
      await api.post('pairs', { mail: partner, owner }, asker.token),
      await api.post('groups', { name: 'Not mine', owner }, asker.token),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'manages-elsewhere']);
    }
  });

  it('changes the own account, and is changed by who manages as much, and by an admin', async () => {
    const equal = await api.makeUser({ mail: newMail(), customerId: here, manages: [here, there] });
    for (const token of [above.token, equal.token, admin]) {
      expect((await api.patch(`users/${above.id}`, { nickname: `N${++count}` }, token)).status).toBe(200);
    }
  });
});

describe('a manager who is removed', () => {
  it('from one customer keeps the others, and the role', async () => {
    expect((await leave(here, above, asker.token)).status).toBe(204);
    expect(await managed(above.id)).toEqual([there]);
    expect(await isManager(above.id)).toBe(true);
  });

  it('from the last customer keeps no role', async () => {
    const leaver = await api.makeUser({ mail: newMail(), customerId: here, manages: [here] });
    api.events.length = 0;
    expect((await leave(here, leaver, asker.token)).status).toBe(204);
    expect(await isManager(leaver.id)).toBe(false);
    expect(api.events).toContainEqual({ type: 'role-changed', userId: leaver.id, manages: null });
  });

  it('by PATCH loses what the asker manages', async () => {
    const leaver = await api.makeUser({ mail: newMail(), customerId: here, manages: [here] });
    const { body } = await api.patch(`users/${leaver.id}`, { isManager: false }, asker.token);
    expect(body).toMatchObject({ isManager: false, manages: [] });
    expect((await api.get(`customers/${here}`, asker.token)).body.managers).not.toContain(
      iri('users', leaver.id),
    );
  });

  it('is known to live sessions at once, as is a new one', async () => {
    const colleague = await api.makeUser({ mail: newMail(), customerId: here });
    api.events.length = 0;
    await api.patch(`users/${colleague.id}`, { isManager: true }, asker.token);
    expect(api.events).toEqual([{ type: 'role-changed', userId: colleague.id, manages: [] }]);
    await api.post(`customers/${here}/manager`, { user: iri('users', colleague.id) }, asker.token);
    expect(api.events.at(-1)).toEqual({ type: 'role-changed', userId: colleague.id, manages: [here] });
  });
});

describe('the last manager of a customer', () => {
  it.each([
    ['by DELETE', () => leave(there, above, above.token)],
    ['by PATCH', () => api.patch(`users/${above.id}`, { isManager: false }, above.token)],
    ['with the account', () => api.delete(`users/${above.id}`, above.token)],
  ])('is removed by no manager %s', async (_how, remove) => {
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, 'last-manager']);
    expect(await managed(above.id)).toEqual([here, there]);
    expect(await isManager(above.id)).toBe(true);
  });

  it('stays where two remove each other at once', async () => {
    const other = await api.makeUser({ mail: newMail(), customerId: here, manages: [here, there] });
    const answers = await Promise.all([
      leave(there, above, other.token),
      api.patch(`users/${other.id}`, { isManager: false }, above.token),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const left = await api.db.selectFrom('customer_managers').where('customer_id', '=', there).execute();
    expect(left).toHaveLength(1);
  });

  it('is removed by an admin', async () => {
    expect((await leave(there, above, admin)).status).toBe(204);
    expect(await managed(above.id)).toEqual([here]);
  });
});

describe('who is added as a manager', () => {
  const add = (user: UserId) =>
    api.post(`customers/${here}/manager`, { user: iri('users', user) }, asker.token);

  it('has the role', async () => {
    const { id } = await api.makeUser({ mail: newMail(), customerId: here });
    expect((await add(id)).body.violations).toMatchObject([{ propertyPath: 'user', code: 'not-a-manager' }]);
  });

  it('has a verified address', async () => {
    const { id } = await api.makeUser({ mail: newMail(), customerId: here, verified: false });
    await api.patch(`users/${id}`, { isManager: true }, asker.token);
    expect((await add(id)).body.violations).toMatchObject([
      { propertyPath: 'user', code: 'user-unverified' },
    ]);
  });
});
