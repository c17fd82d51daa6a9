import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerId, DeviceId, TaskId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import type { TestAccount } from '#server/rest/testing/open-test-api.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';

const api = setUpTestApi();
let home: CustomerId;
let manager: TestAccount<UserId>;
let count = 0;

beforeAll(async () => {
  home = await api.makeCustomer('home');
});
beforeEach(async () => {
  manager = await api.makeUser({ mail: `boss${++count}@example.com`, customerId: home, manages: [home] });
});

type Rows = readonly Readonly<Record<string, string>>[];

async function begin(resource: string, body?: object): Promise<string> {
  const {
    status,
    body: task,
    text,
  } = await api.post('tasks', { resource, action: 'import', ...(body && { body }) }, manager.token);
  expect(status, text).toBe(202);
  expect(task).toMatchObject({ state: 'loading', total: 0 });
  return task.id;
}
const put = (id: string, chunk: number, rows: Rows) =>
  api.put(`tasks/${id}/chunks/${chunk}`, { rows }, manager.token);
/** Sends the word, and works on the task until it waits for the next one. */
async function proceed(id: string, what: 'check' | 'run' | 'continue') {
  const { status, text } = await api.post(`tasks/${id}/${what}`, '', manager.token);
  expect(status, text).toBe(202);
  await api.workOnTask(id as TaskId);
  return (await api.get(`tasks/${id}`, manager.token)).body;
}
const rowsOf = async (id: string, query = '') =>
  (await api.get(`tasks/${id}/rows?pageSize=100${query}`, manager.token)).body['hydra:member'];
const outcomes = async (id: string) => (await rowsOf(id)).map(({ outcome }) => outcome);
/** Begins, sends, checks, runs. */
async function importAll(resource: string, rows: Rows, body?: object) {
  const id = await begin(resource, body);
  expect((await put(id, 0, rows)).status).toBe(204);
  const checked = await proceed(id, 'check');
  const found = await outcomes(id);
  return { id, checked, found, task: await proceed(id, 'run') };
}

describe('an import of users', () => {
  it('says of each row what it would do, changes nothing, and then does just that', async () => {
    const word = `import${++count}`;
    const same = await api.makeUser({ mail: `same${word}@example.com`, customerId: home, nickname: 'Same' });
    const other = await api.makeUser({
      mail: `other${word}@example.com`,
      customerId: home,
      nickname: 'Before',
    });
    const id = await begin('users');
    await put(id, 0, [
      { email: `new${word}@example.com`, nickname: 'New', lang: 'en', isManager: '' },
      { email: `OTHER${word}@example.com`, nickname: 'After' },
      { email: `same${word}@example.com`, nickname: 'Same' },
      { email: 'nonsense', nickname: 'X' },
      { email: `x${word}@example.com`, lang: 'fr' },
      { email: `new${word}@example.com`, nickname: 'Twice' },
    ]);
    const checked = await proceed(id, 'check');
    expect(checked).toMatchObject({ state: 'checked', total: 6, done: 2, unchanged: 1, failed: 3 });
    expect(await rowsOf(id)).toMatchObject([
      { outcome: 'add', state: 'waiting', name: `new${word}@example.com`, subject: null },
      { outcome: 'change', subject: iri('users', other.id) },
      { outcome: 'same', subject: iri('users', same.id) },
      { outcome: 'error', fields: [{ propertyPath: 'email', code: 'mail-format' }] },
      { outcome: 'error', fields: [{ propertyPath: 'lang', code: 'invalid' }] },
      { outcome: 'error', fields: [{ propertyPath: 'email', code: 'repeated', row: 1 }] },
    ]);
    expect((await api.get(`users?search=${word}`, manager.token)).body['hydra:totalItems']).toBe(2);
    expect((await api.get(`users/${other.id}`, manager.token)).body.nickname).toBe('Before');

    const task = await proceed(id, 'run');
    expect(task).toMatchObject({ state: 'finished', total: 6, done: 2, unchanged: 1, failed: 3 });
    expect((await api.get(`users/${other.id}`, manager.token)).body.nickname).toBe('After');
    const [added] = await rowsOf(id);
    const { body: made } = await api.get(String(added?.subject), manager.token);
    expect(made).toMatchObject({ nickname: 'New', lang: 'en', verified: 'UNVERIFIED' });
    // Who is made without a password gets an invitation, once.
    const mails = await api.db
      .selectFrom('mails')
      .where('recipient', '=', `new${word}@example.com`)
      .select('id')
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('says what a row would change and, once it has run, what it did', async () => {
    const email = `changed${++count}@example.com`;
    const user = await api.makeUser({ mail: email, customerId: home, nickname: 'Before' });
    const id = await begin('users');
    await put(id, 0, [
      { email, nickname: 'After', lang: 'en', isManager: 'yes' },
      { email: `added${count}@example.com`, nickname: 'New' },
    ]);
    await proceed(id, 'check');
    const isManager = { field: 'isManager', before: 'false', after: 'true' };
    expect(await rowsOf(id)).toMatchObject([
      { outcome: 'change', changes: [{ field: 'nickname', before: 'Before', after: 'After' }, isManager] },
      { outcome: 'add', changes: [{ field: 'nickname', before: null, after: 'New' }] },
    ]);
    // Someone is faster.
    await api.patch(`users/${user.id}`, { nickname: 'Between' }, manager.token);
    await api.makeUser({ mail: `added${count}@example.com`, customerId: home, nickname: 'Old' });
    await proceed(id, 'run');
    expect(await rowsOf(id)).toMatchObject([
      {
        state: 'done',
        outcome: 'change',
        changes: [{ field: 'nickname', before: 'Between', after: 'After' }, isManager],
      },
      { state: 'done', outcome: 'change', changes: [{ field: 'nickname', before: 'Old', after: 'New' }] },
    ]);
    // What the asker can no longer see is not shown here either.
    await api.db
      .updateTable('users')
      .set({ customer_id: await api.makeCustomer(`gone${count}`) })
      .where('id', '=', user.id)
      .execute();
    expect(await rowsOf(id)).toMatchObject([{ name: email, changes: [] }, {}]);
  });

  it('keeps the name of its file', async () => {
    const start = (fileName: string, action = 'import') =>
      api.post('tasks', { resource: 'users', action, fileName }, manager.token);
    const { body: task } = await start('名簿 2026.csv');
    expect(task).toMatchObject({ fileName: '名簿 2026.csv' });
    expect((await api.get('tasks', manager.token)).body['hydra:member']).toMatchObject([
      { fileName: '名簿 2026.csv' },
    ]);
    expect((await api.get(`tasks/${await begin('users')}`, manager.token)).body.fileName).toBeNull();
    for (const [fileName, code] of [
      ['a\u0007.csv', 'invisible-characters'],
      ['a\u202evsc.exe', 'invisible-characters'],
      ['x'.repeat(256), 'too-long'],
      [' ', 'required'],
    ] as const) {
      const { status, body } = await start(fileName);
      expect([status, body.violations]).toMatchObject([422, [{ propertyPath: 'fileName', code }]]);
    }
    const { body } = await api.post(
      'tasks',
      { resource: 'users', action: 'delete', ids: [manager.id], fileName: 'a.csv' },
      manager.token,
    );
    expect(body.violations).toMatchObject([{ propertyPath: 'fileName', code: 'unknown-field' }]);
  });

  it('is continued with the rows that were left out when it was cancelled', async () => {
    const word = `halfway${++count}`;
    const id = await begin('users');
    await put(id, 0, [
      { email: `${word}a@example.com` },
      { email: 'nonsense' },
      { email: `${word}b@example.com` },
    ]);
    await proceed(id, 'check');
    expect((await api.post(`tasks/${id}/continue`, '', manager.token)).status).toBe(409);
    expect((await api.post(`tasks/${id}/run`, '', manager.token)).status).toBe(202);
    expect((await api.delete(`tasks/${id}`, manager.token)).status).toBe(204);
    const { body: cancelled } = await api.get(`tasks/${id}`, manager.token);
    expect(cancelled).toMatchObject({ state: 'cancelled', continuable: true, done: 0, failed: 1 });
    const again = await proceed(id, 'continue');
    expect(again).toMatchObject({ state: 'finished', continuable: false, done: 2, failed: 1 });
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
    expect((await api.post(`tasks/${id}/continue`, '', manager.token)).status).toBe(409);
  });

  it('takes the roles as the console exports them, in both languages', async () => {
    const word = `role${++count}`;
    const rows = ['Manager', '管理者', 'yes', 'User', 'ユーザー', ''].map((isManager, index) => ({
      email: `${word}.${index}@example.com`,
      isManager,
    }));
    await importAll('users', rows);
    const { body } = await api.get(`users?search=${word}&order[email]=asc`, manager.token);
    expect(body['hydra:member'].map(({ isManager }) => isManager)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('refuses a field that it does not know', async () => {
    const { id } = await importAll('users', [{ email: `odd${++count}@example.com`, plainPassword: 'x' }]);
    expect(await rowsOf(id)).toMatchObject([
      { state: 'failed', fields: [{ propertyPath: 'plainPassword', code: 'unknown-field' }] },
    ]);
  });

  it('does not try again what its check has refused', async () => {
    const email = `twice${++count}@example.com`;
    const { id, task } = await importAll('users', [
      { email, nickname: 'First' },
      { email, nickname: 'Second' },
    ]);
    expect(task).toMatchObject({ state: 'finished', done: 1, failed: 1, retryable: false });
    const again = await api.post(`tasks/${id}/retry`, '', manager.token);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    const [first] = await rowsOf(id);
    expect((await api.get(String(first?.subject), manager.token)).body.nickname).toBe('First');
  });

  it('does nothing when the same file comes again', async () => {
    const word = `again${++count}`;
    const rows = [1, 2].map((number) => ({ email: `${word}${number}@example.com`, nickname: 'N' }));
    expect((await importAll('users', rows)).found).toEqual(['add', 'add']);
    const again = await importAll('users', rows);
    expect(again.found).toEqual(['same', 'same']);
    expect(again.task).toMatchObject({ done: 0, unchanged: 2, failed: 0 });
  });

  it('makes users of the customer that it is for, and refuses one that the asker does not manage', async () => {
    const second = await api.makeCustomer(`second${++count}`);
    await api.db
      .insertInto('customer_managers')
      .values({ user_id: manager.id, customer_id: second })
      .execute();
    const email = `second${count}@example.com`;
    const { id } = await importAll('users', [{ email }], { customer: iri('customers', second) });
    const [row] = await rowsOf(id);
    expect((await api.get(String(row?.subject), manager.token)).body.customer).toBe(iri('customers', second));
    const away = await api.makeCustomer(`away${count}`);
    const refused = await importAll('users', [{ email: `away${count}@example.com` }], {
      customer: iri('customers', away),
    });
    expect(refused.found).toEqual(['error']);
  });

  it('takes an address of another customer for one that is taken, and tells no more', async () => {
    const email = `elsewhere${++count}@example.com`;
    await api.makeUser({ mail: email });
    const { id, found } = await importAll('users', [{ email, nickname: 'Mine' }]);
    // The check, which anyone can repeat at will, does not tell who has an account.
    expect(found).toEqual(['add']);
    expect(await rowsOf(id)).toMatchObject([
      { state: 'failed', subject: null, fields: [{ propertyPath: 'email', code: 'mail-taken' }] },
    ]);
  });
});

describe('an import of devices', () => {
  it('goes by the serial number, whose checksum finds what a spreadsheet has spoilt', async () => {
    const serial = makeSerial('IMP', ++count).long;
    const rows = [
      { serialNumber: serial, name: 'Lobby', state: 'DISABLED', answersByItself: 'はい' },
      { serialNumber: '1E+05', name: 'Spoilt' },
      { serialNumber: makeSerial('IMP', ++count).long, answersByItself: 'maybe' },
    ];
    const { id, found, task } = await importAll('devices', rows);
    expect(found).toEqual(['add', 'error', 'error']);
    expect(task).toMatchObject({ done: 1, failed: 2 });
    const [added, spoilt, unclear] = await rowsOf(id);
    expect(spoilt?.fields).toMatchObject([{ propertyPath: 'serialNumber', code: 'serial-invalid' }]);
    expect(unclear?.fields).toMatchObject([{ propertyPath: 'answersByItself', code: 'invalid' }]);
    const { body, text } = await api.get(String(added?.subject), manager.token);
    expect(body).toMatchObject({ name: 'Lobby', state: 'DISABLED', answersByItself: true });
    // No secret is kept in a result.
    expect(text).not.toContain('"secret"');
    expect(JSON.stringify(added)).not.toContain('secret');
    const renamed = await importAll('devices', [{ serialNumber: serial, name: 'Entrance', state: '' }]);
    expect(renamed.found).toEqual(['change']);
    expect((await api.get(String(added?.subject), manager.token)).body).toMatchObject({
      name: 'Entrance',
      state: 'DISABLED',
    });
  });
});

describe('an import of pairs', () => {
  it('shows of the other side no more than was typed, until that has approved (C3)', async () => {
    const away = await api.makeCustomer(`elsewhere${++count}`);
    const [owner, asked] = [`asks${count}@example.com`, `asked${count}@example.com`];
    await api.makeUser({ mail: owner, customerId: home });
    await api.makeUser({ mail: asked, customerId: away, nickname: 'Ann' });
    const hidden = await api.makeDevice({ number: ++count + 500, customerId: away });
    const unknown = makeSerial('TEST', ++count + 5_000);
    const { id } = await importAll('pairs', [
      { owner, target: hidden.serial },
      { owner, target: unknown.long },
      { owner, target: asked, name: 'Colleague' },
    ]);
    const name = { name: 'Board room' };
    await api.db
      .updateTable('devices')
      .set(name)
      .where('id', '=', hidden.id as DeviceId)
      .execute();
    const names = async () => (await rowsOf(id)).map(({ name }) => name);
    expect(await names()).toEqual(
      [hidden.serial, unknown.long, asked].map((target) => `${owner} → ${target}`),
    );
  });

  it('goes by the two sides', async () => {
    const [one, two] = [`one${++count}@example.com`, `two${count}@example.com`];
    await api.makeUser({ mail: one, customerId: home });
    await api.makeUser({ mail: two, customerId: home });
    const device = await api.makeDevice({ number: ++count + 500, customerId: home });
    const rows = [
      { owner: one, target: two, name: 'Colleague' },
      { owner: one, target: device.printed, name: 'Lobby' },
      { owner: 'nobody@example.com', target: two },
      { owner: one, target: '' },
    ];
    const { id, found } = await importAll('pairs', rows);
    expect(found).toEqual(['add', 'add', 'error', 'error']);
    expect(await rowsOf(id)).toMatchObject([
      { state: 'done' },
      { state: 'done' },
      { fields: [{ propertyPath: 'owner', code: 'reference-unknown' }] },
      { fields: [{ propertyPath: 'target', code: 'required' }] },
    ]);
    const again = await importAll('pairs', [
      { owner: one.toUpperCase(), target: two, name: 'Colleague' },
      { owner: one, target: device.printed, name: 'Entrance' },
    ]);
    expect(again.found).toEqual(['same', 'change']);
    // The other way round it is not the same pair, and there can be no second one.
    const swapped = await importAll('pairs', [{ owner: two, target: one, name: 'Boss' }]);
    expect(swapped.found).toEqual(['error']);
    expect(await rowsOf(swapped.id)).toMatchObject([{ fields: [{ code: 'pair-exists' }] }]);
  });

  it('takes no one’s open request to a device for a pair with themselves', async () => {
    const owner = `alone${++count}@example.com`;
    await api.makeUser({ mail: owner, customerId: home });
    await importAll('pairs', [{ owner, target: makeSerial('TEST', ++count + 5_000).long, name: 'Lobby' }]);
    const { id, found } = await importAll('pairs', [{ owner, target: owner, name: 'Myself' }]);
    expect(found).toEqual(['error']);
    expect(await rowsOf(id)).toMatchObject([{ fields: [{ propertyPath: 'mail', code: 'pair-self' }] }]);
  });
});

describe('a check', () => {
  it('says what is wrong with a row, however often that comes, before it says that it is repeated', async () => {
    const id = await begin('users');
    const mail = `first${++count}@example.com`;
    await put(
      id,
      0,
      ['nonsense', 'nonsense', mail, mail.replace('first', 'First')].map((email) => ({ email })),
    );
    expect(await proceed(id, 'check')).toMatchObject({ state: 'checked', done: 1, unchanged: 0, failed: 3 });
    const wrong = { propertyPath: 'email', code: 'mail-format' };
    expect((await rowsOf(id)).map(({ fields }) => fields)).toMatchObject([
      [wrong],
      [wrong],
      [],
      [{ propertyPath: 'email', code: 'repeated', row: 3 }],
    ]);
  });

  it('that is cancelled has done nothing', async () => {
    const id = await begin('users');
    await put(id, 0, [{ email: `checked${++count}@example.com` }, { email: 'nonsense' }]);
    expect((await api.post(`tasks/${id}/check`, '', manager.token)).status).toBe(202);
    // As after some of its rows.
    await api.db
      .updateTable('tasks')
      .set({ done: 1, failed: 1 })
      .where('id', '=', id as TaskId)
      .execute();
    expect((await api.delete(`tasks/${id}`, manager.token)).status).toBe(204);
    const { body } = await api.get(`tasks/${id}`, manager.token);
    expect(body).toMatchObject({ state: 'cancelled', done: 0, unchanged: 0, failed: 0, continuable: false });
    expect((await api.post(`tasks/${id}/continue`, '', manager.token)).status).toBe(409);
  });

  it('is not begun while many wait to be run, even if they are begun at once', async () => {
    const { most } = limitTable['imports-person'];
    const start = () => api.post('tasks', { resource: 'users', action: 'import' }, manager.token);
    const answers = await Promise.all(Array.from({ length: most + 5 }, start));
    const ofStatus = (wanted: number) => answers.filter(({ status }) => status === wanted);
    expect([ofStatus(202).length, ofStatus(429).length]).toEqual([most, 5]);
    expect((await api.delete(`tasks/${ofStatus(202)[0]?.body.id}`, manager.token)).status).toBe(204);
    expect((await start()).status).toBe(202);
  });

  it('is not begun while as many tasks as allowed run', async () => {
    for (let task = 0; task < limitTable['tasks-person'].most; task++) await begin('users');
    await api.db.updateTable('tasks').set({ state: 'running' }).where('owner_id', '=', manager.id).execute();
    const refused = await api.post('tasks', { resource: 'users', action: 'import' }, manager.token);
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
  });

  it('ends with the sign-in, and takes no row for wrong by that', async () => {
    const id = await begin('users');
    await put(id, 0, [{ email: `signedout${++count}@example.com` }]);
    expect((await api.post(`tasks/${id}/check`, '', manager.token)).status).toBe(202);
    await api.request('DELETE', 'auth', { token: manager.token });
    await api.workOnTask(id as TaskId);
    const token = await api.signIn({ kind: 'user', id: manager.id, customerId: home });
    const { body: task } = await api.get(`tasks/${id}`, token);
    expect(task).toMatchObject({ state: 'cancelled', done: 0, failed: 0 });
    const { body: rows } = await api.get(`tasks/${id}/rows`, token);
    expect(rows['hydra:member']).toMatchObject([{ state: 'cancelled', error: null }]);
  });
});

describe('chunks', () => {
  it('are sent in any order, and one that comes again takes the place of the former', async () => {
    const id = await begin('users');
    const rows = (word: string, number: number): Rows =>
      Array.from({ length: number }, (_, at) => ({ email: `${word}${count}.${at}@example.com` }));
    await put(id, 1, rows('b', 3));
    await put(id, 0, rows('a', 500));
    expect((await api.get(`tasks/${id}`, manager.token)).body.total).toBe(503);
    await put(id, 1, rows('c', 2));
    expect((await api.get(`tasks/${id}`, manager.token)).body).toMatchObject({
      state: 'loading',
      total: 502,
    });
    const { body } = await api.get(`tasks/${id}/rows?page=6&pageSize=100`, manager.token);
    expect(body['hydra:member']).toMatchObject([
      { number: 501, name: `c${count}.0@example.com` },
      { number: 502, name: `c${count}.1@example.com` },
    ]);
    expect((await put(id, 0, rows('d', 501))).status).toBe(422);
    expect((await api.put(`tasks/${id}/chunks/200`, { rows: [] }, manager.token)).status).toBe(404);
    for (const name of ['x', '01', '00']) {
      expect((await api.put(`tasks/${id}/chunks/${name}`, { rows: [] }, manager.token)).status).toBe(404);
    }
  });

  it('say where each row stands in its file, which the rows name since', async () => {
    const id = await begin('users');
    const mail = `lines${++count}@example.com`;
    const rows = [{ email: mail }, { email: mail.replace('lines', 'LINES') }];
    const send = (lines: unknown) => api.put(`tasks/${id}/chunks/0`, { rows, lines }, manager.token);
    expect((await send([4, 9])).status).toBe(204);
    await proceed(id, 'check');
    expect(await rowsOf(id)).toMatchObject([
      { number: 1, line: 4 },
      { number: 2, line: 9, fields: [{ propertyPath: 'email', code: 'repeated', row: 4 }] },
    ]);
    for (const wrong of [[4], [4, 9, 10], [0, 1], [1.5, 2], [1, 3e9]]) {
      const { status, body } = await send(wrong);
      expect([status, body.violations], String(wrong)).toMatchObject([422, [{ propertyPath: /^lines/ }]]);
    }
    await put(id, 0, rows);
    // The counts were those of the check before.
    expect((await api.get(`tasks/${id}`, manager.token)).body).toMatchObject({
      total: 2,
      done: 0,
      failed: 0,
    });
    expect(await rowsOf(id)).toMatchObject([
      { number: 1, line: 1 },
      { number: 2, line: 2 },
    ]);
  });

  it('are not worked on while one is missing between them', async () => {
    const id = await begin('users');
    const word = `hole${++count}`;
    const row = (at: number) => [{ email: `${word}.${at}@example.com` }];
    for (const chunk of [0, 1, 5]) await put(id, chunk, row(chunk));
    const refusalOf = async (what: 'check' | 'run') => {
      const { status, body } = await api.post(`tasks/${id}/${what}`, '', manager.token);
      return [status, body.code, body['hydra:description']];
    };
    const refusal = [409, 'conflict', 'Chunks are missing: 2, 3, 4. Send them, then check again.'];
    expect(await refusalOf('check')).toEqual(refusal);
    expect((await api.get(`tasks/${id}`, manager.token)).body.state).toBe('loading');
    expect(await refusalOf('run')).toEqual([409, 'conflict', 'The import is to be checked first']);
    // An older server may have checked an import with a gap.
    await api.db
      .updateTable('tasks')
      .set({ state: 'checked' })
      .where('id', '=', id as TaskId)
      .execute();
    expect(await refusalOf('run')).toEqual(refusal);
    for (const chunk of [2, 3, 4]) await put(id, chunk, row(chunk));
    expect(await proceed(id, 'check')).toMatchObject({ state: 'checked', total: 6, done: 6 });
  });

  it('that are refused say why', async () => {
    const id = await begin('users');
    const wide = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`field${at}`, 'x']));
    const refusalOf = async (chunk: object) =>
      (await api.put(`tasks/${id}/chunks/0`, chunk, manager.token)).body.violations;
    expect(await refusalOf({ rows: [wide] })).toEqual([
      { propertyPath: 'rows[0]', code: 'invalid', message: 'The object must have 20 or fewer fields.' },
    ]);
    expect(await refusalOf({ rows: [{}], lines: [1, 2] })).toEqual([
      { propertyPath: 'lines', code: 'invalid', message: 'The list must have as many items as rows.' },
    ]);
  });

  it('are checked again when they have changed, and are not taken once it runs', async () => {
    const id = await begin('users');
    await put(id, 0, [{ email: 'nonsense' }]);
    expect(await proceed(id, 'check')).toMatchObject({ state: 'checked', failed: 1 });
    await put(id, 0, [{ email: `corrected${++count}@example.com` }]);
    expect((await api.post(`tasks/${id}/run`, '', manager.token)).status).toBe(409);
    expect(await proceed(id, 'check')).toMatchObject({ state: 'checked', done: 1, failed: 0 });
    expect(await proceed(id, 'run')).toMatchObject({ state: 'finished', done: 1 });
    expect((await put(id, 0, [])).status).toBe(409);
    expect((await api.post(`tasks/${id}/check`, '', manager.token)).status).toBe(409);
  });
});

it.each([
  [{ resource: 'groups' }, 'action'],
  [{ ids: [crypto.randomUUID()] }, 'ids'],
  [{ query: 'search=a' }, 'query'],
  [{ body: { nonsense: 1 } }, 'body.nonsense'],
])('an import with %j is refused', async (change, propertyPath) => {
  const { body } = await api.post('tasks', { resource: 'users', action: 'import', ...change }, manager.token);
  expect(body.violations).toMatchObject([{ propertyPath }]);
});
