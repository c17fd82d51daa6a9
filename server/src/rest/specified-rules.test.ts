import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { makeSerial } from '#protocol/serial.ts';
import { type ApiAnswer, firstOf, linkTo, PASSWORD, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** The rules of the specification about accounts (A), contacts (C) and validation (V), with their texts to the letter, as the server enforces it. */
const api = setUpTestApi();
let customerId: CustomerId;
let user: TestAccount<UserId>;
let manager: TestAccount<UserId>;
let admin: string;
let count = 0;
const newMail = () => `rule${++count}@example.com`;

beforeAll(async () => {
  customerId = await api.makeCustomer('rules');
  user = await api.makeUser({ mail: 'user@example.com', customerId });
  manager = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

/** What is wrong, by field. */
const said = ({ status, body }: ApiAnswer): unknown => [
  status,
  Object.fromEntries(
    (body.violations ?? []).map((each: { propertyPath: string; message: string }) => [
      each.propertyPath,
      each.message,
    ]),
  ),
];
const linkOf = () => {
  const { searchParams } = new URL(api.mails.at(-1)?.content.link ?? '');
  return { token: searchParams.get('token') ?? '', target: searchParams.get('target') ?? '' };
};

const NO_MAIL = 'The e-mail address has not been entered.';
const WRONG_MAIL = 'The e-mail address format is wrong.';

describe('a mail address', () => {
  it.each([
    ['users', (email: unknown) => ({ email, plainPassword: PASSWORD }), 'email'],
    ['users/resend_verification', (email: unknown) => ({ email }), 'email'],
    ['users/reset', (email: unknown) => ({ email }), 'email'],
    ['users/resetm', (email: unknown) => ({ email }), 'email'],
    ['admins/reset', (email: unknown) => ({ email }), 'email'],
    ['admins', (email: unknown) => ({ email, plainPassword: PASSWORD }), 'email'],
    ['customers', (mail: unknown) => ({ mail }), 'mail'],
    ['pairs', (mail: unknown) => ({ mail, owner: `/api/v1/users/${user.id}` }), 'mail'],
  ])('is required of %s, and of its form', async (path, body, field) => {
    const token = /^(admins|customers|pairs)$/.test(path) ? admin : undefined;
    for (const missing of [undefined, '', null])
      expect(said(await api.post(path, body(missing), token))).toEqual([422, { [field]: NO_MAIL }]);
    expect(said(await api.post(path, body('nonsense'), token))).toEqual([422, { [field]: WRONG_MAIL }]);
  });

  it('is required to sign in', async () => {
    expect(said(await api.post('auth', { password: 'x' }))).toEqual([422, { username: NO_MAIL }]);
  });

  it.each([
    'a@b',
    '@example.com',
    'a@',
    'a@@example.com',
    'a@b@example.com',
    'ä@example.com',
    'a b@example.com',
    'a@exa mple.com',
    'a@example.COM',
    'a@example.c0m',
    'a@example.',
    'a@.com',
    'a@example.com\n',
    '"a"@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('is not %j', async (email) => {
    expect(said(await api.post('users', { email, plainPassword: PASSWORD }))).toEqual([
      422,
      { email: WRONG_MAIL },
    ]);
  });

  it.each(["o'neil+tag@sub.example.co", 'a@b.c', 'A.B-C_d!#$%&*/=?^`{|}~@EXAMPLE.example.com'])(
    'is %s',
    async (email) => {
      expect((await api.post('users', { email, plainPassword: PASSWORD })).status).toBe(201);
    },
  );
});

describe('a name that has to be there', () => {
  it.each(['', '   ', '\u3000', null])('is not %j', async (name) => {
    const { status, body } = await api.post('groups', { name }, user.token);
    expect([status, body.violations?.map(({ propertyPath }) => propertyPath)]).toEqual([422, ['name']]);
  });
});

describe('a password', () => {
  it.each([
    [undefined, 'The password has not been entered.'],
    ['', 'The password has not been entered.'],
    ['1234567', 'The password must be at least 8 characters.'],
    // Seven that people count as seven, though they are fourteen of JavaScript's.
    ['🦊🦊🦊🦊🦊🦊🦊', 'The password must be at least 8 characters.'],
    ['tab\tbetween', 'The password format is wrong.'],
    ['x'.repeat(257), 'The password format is wrong.'],
    [12_345_678, 'The password format is wrong.'],
  ])('is not %j', async (plainPassword, message) => {
    for (const [path, token] of [
      ['users', undefined],
      ['admins', admin],
    ] as const) {
      expect(said(await api.post(path, { email: newMail(), plainPassword }, token))).toEqual([
        422,
        { plainPassword: message },
      ]);
    }
  });

  it('of eight characters is long enough', async () => {
    expect((await api.post('users', { email: newMail(), plainPassword: '12345678' })).status).toBe(201);
  });

  it('has to be another one, and the present one has to be right', async () => {
    const { id, token } = await api.makeUser({ mail: newMail() });
    const change = async (body: object) => said(await api.patch(`users/${id}`, body, token));
    expect(await change({ plainPassword: PASSWORD, currentPassword: PASSWORD })).toEqual([
      422,
      { plainPassword: 'Enter a different password.' },
    ]);
    expect(await change({ plainPassword: 'another one', currentPassword: 'wrong' })).toEqual([
      422,
      { currentPassword: 'The password is wrong.' },
    ]);
    expect(await change({ plainPassword: 'another one' })).toEqual([
      422,
      { currentPassword: 'The password has not been entered.' },
    ]);
  });

  it('that is wrong is told in the same words as an unknown address', async () => {
    for (const username of ['user@example.com', newMail()]) {
      const { status, body } = await api.post('auth', { username, password: 'wrong password' });
      expect([status, body['hydra:description']]).toEqual([401, 'The e-mail address or password is wrong.']);
    }
  });
});

it('the name of a group is required, however the group is written', async () => {
  const required = [422, { name: 'The group name is required' }];
  const made = await api.post('groups', { name: 'Named' }, user.token);
  for (const name of [undefined, '']) {
    expect(said(await api.post('groups', { name }, user.token))).toEqual(required);
    expect(said(await api.put(made.body['@id'], { name }, user.token))).toEqual(required);
  }
  for (const name of [null, '']) {
    expect(said(await api.patch(made.body['@id'], { name }, user.token))).toEqual(required);
  }
});

describe('a serial number', () => {
  const { long } = makeSerial('RULE', 1);
  const INVALID = 'The serial number is invalid.';

  it.each([
    [undefined, 'The serial number is required.'],
    ['', 'The serial number is required.'],
    // Not longer than 16 characters.
    [long.slice(-16), INVALID],
    ['RULE00001', INVALID],
    [`${long.slice(0, -8)}00000000`, INVALID],
    [long.replace('RULE', 'RULF'), INVALID],
  ])('of a device is not %j', async (serialNumber, message) => {
    expect(said(await api.post('devices', { serialNumber }, manager.token))).toEqual([
      422,
      { serialNumber: message },
    ]);
  });

  it('of a device is fixed: the device is deleted and added again', async () => {
    const made = await api.post('devices', { serialNumber: long }, manager.token);
    expect(made.body).toMatchObject({ serialLong: long, serialPrinted: 'RULE00001' });
    const other = makeSerial('RULE', 2).long;
    for (const change of [
      api.patch(made.body['@id'], { serialNumber: other }, manager.token),
      api.put(made.body['@id'], { ...made.body, serialNumber: other }, admin),
    ]) {
      expect(said(await change)).toEqual([422, { serialNumber: 'The serial number can’t be changed.' }]);
    }
    expect(said(await api.post('devices', { serialNumber: long }, manager.token))).toEqual([
      422,
      { serialNumber: 'The serial number is already registered.' },
    ]);
    expect((await api.delete(made.body['@id'], manager.token)).status).toBe(204);
    expect((await api.post('devices', { serialNumber: long }, manager.token)).status).toBe(201);
  });

  it('in its printed form is longer than 5 characters, and ends with 5 digits', async () => {
    const invite = async (serialLong: string) => said(await api.post('pairs', { serialLong }, user.token));
    for (const wrong of ['00001', 'RULE0001', 'RULE0000x']) {
      expect(await invite(wrong)).toEqual([422, { serialLong: INVALID }]);
    }
    // Whether there is such a device is not told.
    expect(await invite('RULE99999')).toEqual([201, {}]);
    expect(await invite('RULE00001')).toEqual([201, {}]);
  });
});

describe('an invitation', () => {
  it('goes to verified users alone, and does not tell others from unknown ones', async () => {
    const unverified = newMail();
    await api.makeUser({ mail: unverified, verified: false });
    api.mails.length = 0;
    for (const mail of [unverified, newMail()]) {
      expect(said(await api.post('pairs', { mail }, user.token))).toEqual([
        422,
        { mail: 'Couldn’t send the invitation. They may not have a verified account.' },
      ]);
    }
    expect(api.mails).toEqual([]);
  });
});

describe('the default customer settings', () => {
  it('are deleted by no user and no manager', async () => {
    const { id } = await api.db
      .selectFrom('customers')
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    const member = await api.makeUser({ mail: newMail(), customerId: id });
    const ownManager = await api.makeUser({ mail: newMail(), customerId: id, manages: [id] });
    expect((await api.delete(`customers/${id}`, member.token)).status).toBe(403);
    const refused = await api.delete(`customers/${id}`, ownManager.token);
    expect([refused.status, refused.body['hydra:description']]).toEqual([
      403,
      'The default customer settings cannot be deleted',
    ]);
  });
});

/** Each link: what follows it, and what it is called when it does not work. */
const links = [
  {
    name: 'verification',
    async make() {
      await api.post('users', { email: newMail(), plainPassword: PASSWORD });
      return linkOf();
    },
    follow: (link: object) => api.post('users/verify', link),
  },
  {
    name: 'reset',
    async make() {
      const mail = newMail();
      await api.makeUser({ mail });
      await api.auth.accounts.sendResetLink({ audience: 'user', mail });
      return linkOf();
    },
    follow: (link: object) => api.post('users/reset', { ...link, plainPassword: `another ${++count}` }),
  },
  {
    name: 'approval',
    async make() {
      const mail = newMail();
      await api.makeUser({ mail });
      await api.post('pairs', { mail }, user.token);
      return linkOf();
    },
    follow: (link: object) => api.post('pairs/approval', link),
  },
] as const;

describe.each(links)('a link of $name', ({ name, make, follow }) => {
  const outcome = async (link: object) => {
    const { status, body } = await follow(link);
    return [status, body?.code];
  };

  it('works once', async () => {
    const link = await make();
    expect((await follow(link)).status).toBeLessThan(300);
    expect(await outcome(link)).toEqual([409, `${name}-used`]);
  });

  it('is unknown when it is malformed, made up, or of another target', async () => {
    const link = await make();
    for (const wrong of [
      { ...link, token: 'x' },
      { ...link, token: 'q83vEjRWeJC7zN3u_wARIjNEVWZ3iJmqu8zd7v8AESI' },
      { ...link, target: crypto.randomUUID() },
      { ...link, target: 'x' },
    ]) {
      expect(await outcome(wrong)).toEqual([404, `${name}-unknown`]);
    }
    expect((await follow(link)).status).toBeLessThan(300);
  });

  it('is counted by network alone when it fails, and not when it works', async () => {
    const counted = async () => {
      const rows = await api.db.selectFrom('rate_limits').select('count').execute();
      return rows.map((row) => row.count);
    };
    const link = await make();
    await api.db.deleteFrom('rate_limits').execute();
    await follow({ ...link, token: 'x' });
    expect(await counted()).toEqual([1]);
    await follow(link);
    expect(await counted()).toEqual([1]);
  });

  it('expires', async () => {
    const link = await make();
    await api.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('target', '=', link.target)
      .execute();
    expect(await outcome(link)).toEqual([410, `${name}-expired`]);
  });
});

describe('an invitation of a pair', () => {
  const resend = (pair: string) => api.post(`${pair}/invitation`, undefined, user.token);
  const invite = async (body: object) => (await api.post('pairs', body, user.token)).body['@id'];

  it('is mailed again after its link has expired', async () => {
    const mail = newMail();
    await api.makeUser({ mail });
    const pair = await invite({ mail });
    const expired = linkOf();
    await api.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('target', '=', expired.target)
      .execute();
    expect((await resend(pair)).status).toBe(200);
    expect(api.mails.at(-1)).toMatchObject({ to: mail, sender: user.id, about: `pair:${user.id}` });
    expect((await api.post('pairs/approval', expired)).body.code).toBe('approval-expired');
    expect((await api.post('pairs/approval', linkOf())).body.state).toBe('VERIFIED');
    const late = await resend(pair);
    expect([late.status, late.body.code]).toEqual([409, 'approval-used']);
  });

  it('to a device is not mailed, whether or not there is one', async () => {
    const device = await api.makeDevice({ number: 77 });
    const mails = api.mails.length;
    for (const serialLong of [device.serial, 'NONE00001']) {
      expect((await resend(await invite({ serialLong }))).status).toBe(200);
    }
    expect(api.mails).toHaveLength(mails);
  });
});

describe('a mailed link', () => {
  it('says nothing of an address that it was not mailed to', async () => {
    const { id, token } = await api.makeUser({ mail: newMail() });
    const { mail } = await api.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('mail')
      .executeTakeFirstOrThrow();
    await api.auth.accounts.sendResetLink({ audience: 'user', mail });
    const toFormer = linkOf();
    const email = newMail();
    await api.patch(`users/${id}`, { email, currentPassword: PASSWORD }, token);
    const toNew = linkTo(api, email);
    expect((await api.get(`users/${id}`, admin)).body).toMatchObject({ email: mail, pendingEmail: email });
    expect((await api.post('users/verify', toNew)).body).toMatchObject({ email, verified: 'VERIFIED' });
    const reset = await api.post('users/reset', { ...toFormer, plainPassword: 'another password' });
    expect([reset.status, reset.body.code]).toEqual([404, 'reset-unknown']);
  });

  it('verifies no customer whose address has changed since', async () => {
    const made = await api.post('customers', { mail: 'first@customers.example' }, manager.token);
    const toFormer = linkOf();
    await api.patch(made.body['@id'], { mail: 'second@customers.example' }, manager.token);
    const refused = await api.post('customers/verify', toFormer);
    expect([refused.status, refused.body.code]).toEqual([404, 'verification-unknown']);
    expect((await api.post('customers/verify', linkOf())).status).toBe(204);
  });

  it('ends with what it is for', async () => {
    const mail = newMail();
    await api.makeUser({ mail });
    const pair = await api.post('pairs', { mail }, user.token);
    const link = linkOf();
    await api.delete(pair.body['@id'], user.token);
    const refused = await api.post('pairs/approval', link);
    expect([refused.status, refused.body.code]).toEqual([404, 'approval-unknown']);
  });
});

describe('a state (section 4)', () => {
  it('that only a mailed link or an approval changes is not written, no matter who tries', async () => {
    const unverified = await api.makeUser({ mail: newMail(), customerId, verified: false });
    const device = await api.makeDevice({ number: 70_001, customerId });
    const pair = await api.makePair(user.id, { device: device.id }, 'INVITED');
    const customer = await api.post('customers', { mail: 'state@customers.example' }, manager.token);
    for (const token of [manager.token, admin]) {
      const changed = await api.patch(`users/${unverified.id}`, { verified: 'VERIFIED' }, token);
      expect(changed.body.verified).toBe('UNVERIFIED');
      const seen = await api.patch(customer.body['@id'], { state: 'VERIFIED' }, token);
      expect(seen.body.state).toBe('UNVERIFIED');
    }
    for (const token of [user.token, manager.token, admin]) {
      const changed = await api.patch(`pairs/${pair}`, { state: 'VERIFIED' }, token);
      expect(changed.body.state).toBe('INVITED');
    }
  });

  it('of a pair never goes back', async () => {
    const mail = newMail();
    await api.makeUser({ mail });
    const made = await api.post('pairs', { mail }, user.token);
    await api.post('pairs/approval', linkOf());
    const changed = await api.patch(made.body['@id'], { state: 'INVITED', name: 'Other' }, user.token);
    expect(changed.body).toMatchObject({ state: 'VERIFIED', name: 'Other' });
  });

  it('of a device is ENABLED or DISABLED, and its manager’s to say', async () => {
    const device = await api.makeDevice({ number: 70_002, customerId });
    const set = (state: string, token: string) => api.patch(`devices/${device.id}`, { state }, token);
    expect((await set('BROKEN', manager.token)).status).toBe(422);
    expect((await set('DISABLED', device.token)).status).toBe(403);
    expect((await set('DISABLED', manager.token)).body.state).toBe('DISABLED');
    // Its tokens have ended with it, and do not come back with it.
    expect((await set('ENABLED', manager.token)).body.state).toBe('ENABLED');
    expect((await api.get('devices/current', device.token)).status).toBe(401);
  });

  it('of a service is ENABLED or DISABLED, and the installation’s to say', async () => {
    const { '@id': service } = firstOf(await api.get('services', admin));
    expect((await api.patch(service, { state: 'OFF' }, admin)).status).toBe(422);
    expect((await api.patch(service, { state: 'DISABLED' }, manager.token)).status).toBe(403);
  });
});

it('a password that was reset stands in the audit trail of the customer', async () => {
  const mail = newMail();
  const { id } = await api.makeUser({ mail, customerId });
  await api.auth.accounts.sendResetLink({ audience: 'user', mail });
  await api.post('users/reset', { ...linkOf(), plainPassword: 'another password' });
  const { body } = await api.get(`logs?resourceId=${id}`, manager.token);
  expect(body['hydra:member']).toMatchObject([
    { action: 'reset-password', resource: 'users', actorKind: 'nobody' },
  ]);
});
