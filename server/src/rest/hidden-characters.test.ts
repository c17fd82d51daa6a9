import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, DeviceId, TaskId, UserId } from '#protocol/ids.ts';
import { makeSerial } from '#protocol/serial.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Names that nobody can read, or that make the text beside them read otherwise. */
const api = setUpTestApi();
let customerId: CustomerId;
let manager: TestAccount<UserId>;
let admin: string;
let count = 0;

beforeAll(async () => {
  customerId = await api.makeCustomer('home');
  manager = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  await api.makeUser({ mail: 'colleague@example.com', customerId });
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

interface Named {
  readonly field: string;
  readonly body: (name: string) => object;
  readonly blank: string;
}

const named: Readonly<Record<string, Named>> = {
  customers: {
    field: 'name',
    body: (name) => ({ name, mail: `hidden${++count}@customers.example` }),
    blank: 'invisible-characters',
  },
  devices: {
    field: 'name',
    body: (name) => ({ serialNumber: makeSerial('HID', ++count).long, name }),
    blank: 'invisible-characters',
  },
  groups: { field: 'name', body: (name) => ({ name }), blank: 'group-name-required' },
  notifications: {
    field: 'title.en',
    body: (en) => ({ title: { ja: 'お知らせ', en } }),
    blank: 'required',
  },
  pairs: {
    field: 'name',
    body: (name) => ({ mail: 'colleague@example.com', name }),
    blank: 'invisible-characters',
  },
  users: {
    field: 'nickname',
    body: (nickname) => ({ email: `hidden${++count}@example.com`, nickname }),
    blank: 'invisible-characters',
  },
  webhooks: {
    field: 'name',
    body: (name) => ({ url: 'https://example.com/hook', events: ['call.ended'], name }),
    blank: 'invisible-characters',
  },
};

describe.each(Object.entries(named))('the names of %s', (path, { field, body, blank }) => {
  const make = (name: string) => api.post(path, body(name), path === 'customers' ? admin : manager.token);
  const refused = async (name: string) => {
    const { status, body } = await make(name);
    return [status, body.violations];
  };

  it('have no hidden characters', async () => {
    const message = 'Invisible characters aren’t allowed here. Type the text again.';
    const violations = [{ propertyPath: field, code: 'invisible-characters', message }];
    for (const name of ['a\u202eb', 'a\u200bb', '\u2066ab', 'a\nb']) {
      expect(await refused(name), JSON.stringify(name)).toEqual([422, violations]);
    }
  });

  it('have something to see', async () => {
    for (const name of ['\u3000', ' ', '\u200b\u3000', '\u2800']) {
      expect(await refused(name), JSON.stringify(name)).toMatchObject([
        422,
        [{ propertyPath: field, code: blank }],
      ]);
    }
  });

  it('are in any script, with emoji', async () => {
    const { status, text } = await make('花子 👩\u200d👧 می\u200cخواهم שלום');
    expect(status, text).toBe(201);
  });
});

describe('a name from before', () => {
  const OLD = 'old\u202e';

  it('is still shown, and is in the way of no other change', async () => {
    const id = await api.makeGroup(manager.id, OLD);
    const address = `groups/${id}`;
    const { body } = await api.get(address, manager.token);
    expect(body.name).toBe(OLD);
    const end = '2040-01-01T00:00:00.000Z';
    expect((await api.patch(address, { end }, manager.token)).body).toMatchObject({ name: OLD, end });
    expect((await api.patch(address, { name: OLD }, manager.token)).status).toBe(200);
    expect((await api.put(address, { ...body, end }, manager.token)).status).toBe(200);
    const worse = await api.patch(address, { name: `${OLD}er` }, manager.token);
    expect(worse.body.violations).toMatchObject([{ propertyPath: 'name', code: 'invisible-characters' }]);
    expect((await api.patch(address, { name: 'New' }, manager.token)).body.name).toBe('New');
  });

  it('may be that of a device or a user, too', async () => {
    const { id } = await api.makeDevice({ number: ++count, customerId });
    await api.db
      .updateTable('devices')
      .set({ name: '\u3000' })
      .where('id', '=', id as DeviceId)
      .execute();
    const device = await api.patch(`devices/${id}`, { state: 'DISABLED' }, manager.token);
    expect(device.body).toMatchObject({ name: '\u3000', state: 'DISABLED' });
    const user = await api.makeUser({ mail: 'old@example.com', customerId, nickname: OLD });
    const changed = await api.patch(`users/${user.id}`, { lang: 'en' }, manager.token);
    expect(changed.body).toMatchObject({ nickname: OLD, lang: 'en' });
  });
});

it('an import says so of its row', async () => {
  const { body: task } = await api.post('tasks', { resource: 'users', action: 'import' }, manager.token);
  const rows = ['a\u202eb', '\u3000', 'Ann'].map((nickname) => ({
    email: `import${++count}@example.com`,
    nickname,
  }));
  await api.put(`tasks/${task.id}/chunks/0`, { rows }, manager.token);
  await api.post(`tasks/${task.id}/check`, '', manager.token);
  await api.workOnTask(task.id as TaskId);
  const { body } = await api.get(`tasks/${task.id}/rows`, manager.token);
  expect(body['hydra:member']).toMatchObject([
    { outcome: 'error', fields: [{ propertyPath: 'nickname', code: 'invisible-characters' }] },
    // White space around a text is dropped, so this cell is empty.
    { outcome: 'add' },
    { outcome: 'add' },
  ]);
});
