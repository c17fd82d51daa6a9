import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminId, CustomerId, TaskId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { rescueTasks } from '#server/rest/tasks/rescue-tasks.ts';
import type { ApiBody, TestAccount } from '#server/rest/testing/open-test-api.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';
import { blockedBy } from '#server/testing/blocked-by.ts';
import { eventually } from '#server/testing/eventually.ts';

const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let manager: TestAccount<UserId>;
let admin: TestAccount<AdminId>;
let count = 0;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  away = await api.makeCustomer('away');
  admin = await api.makeAdmin('admin@example.com');
});
beforeEach(async () => {
  manager = await api.makeUser({ mail: `boss${++count}@example.com`, customerId: home, manages: [home] });
});

const makeUsers = (number: number, customerId: CustomerId = home) =>
  Promise.all(
    Array.from({ length: number }, () =>
      api.makeUser({ mail: `row${++count}@example.com`, customerId, nickname: 'Before' }),
    ),
  );
const idsOf = (accounts: readonly { readonly id: string }[]) => accounts.map(({ id }) => id);
const start = (body: object, token = manager.token, key?: string) =>
  api.request('POST', 'tasks', { body, token, headers: key === undefined ? {} : { 'idempotency-key': key } });
const rename = (ids: readonly string[], nickname = 'After') => ({
  resource: 'users',
  action: 'merge',
  ids,
  body: { nickname },
});
/** Starts a task, and works on it to its end. */
async function run(body: object, token = manager.token): Promise<ApiBody> {
  const started = await start(body, token);
  expect(started.status, started.text).toBe(202);
  await api.workOnTask(started.body.id as TaskId);
  return (await api.get(started.body['@id'], token)).body;
}
const rowsOf = async (task: ApiBody, query = '', token = manager.token) =>
  (await api.get(`${task['@id']}/rows${query}`, token)).body['hydra:member'];
const nicknames = async (ids: readonly string[]) =>
  (
    await api.db
      .selectFrom('users')
      .where('id', 'in', ids as UserId[])
      .orderBy('id')
      .select(['nickname', 'revision'])
      .execute()
  ).map(({ nickname, revision }) => [nickname, revision]);
const queued = async (id: string) =>
  (
    await sql<{ key: string }>`
      select key from graphile_worker.jobs where key = ${`work-on-task:${id}`}`.execute(api.db)
  ).rows.length;

describe('a task', () => {
  it('is answered at once, and does to each item what a request of its own would do', async () => {
    const users = await makeUsers(3);
    const started = await start(rename(idsOf(users)));
    expect(started).toMatchObject({
      status: 202,
      body: {
        '@type': 'Task',
        resource: 'users',
        action: 'merge',
        body: { nickname: 'After' },
        state: 'running',
        total: 3,
        done: 0,
        owner: iri('users', manager.id),
        finished: null,
      },
    });
    expect(await queued(started.body.id)).toBe(1);
    await api.workOnTask(started.body.id as TaskId);
    const { body: task } = await api.get(started.body['@id'], manager.token);
    expect(task).toMatchObject({ state: 'finished', total: 3, done: 3, unchanged: 0, failed: 0 });
    expect(await nicknames(idsOf(users))).toEqual(Array(3).fill(['After', 2]));
    expect(await rowsOf(task)).toMatchObject(
      users.map(({ id }, index) => ({ number: index + 1, state: 'done', subject: iri('users', id) })),
    );
    const logs = await api.get(`logs?resourceId=${users[0]?.id}`, manager.token);
    expect(logs.body['hydra:member']).toMatchObject([
      { action: 'update', actor: iri('users', manager.id), changes: [{ field: 'nickname', after: 'After' }] },
    ]);
    expect(api.taskNotices).toContain(task.id);
  });

  it('leaves out what there is nothing to change of, and says for each failure why', async () => {
    const [same, other] = await makeUsers(2);
    const [foreign] = await makeUsers(1, away);
    await api.patch(`users/${same?.id}`, { nickname: 'After' }, manager.token);
    const gone = crypto.randomUUID();
    const task = await run(rename([same?.id ?? '', other?.id ?? '', foreign?.id ?? '', gone]));
    expect(task).toMatchObject({ state: 'finished', total: 4, done: 1, unchanged: 1, failed: 2 });
    expect(await rowsOf(task, '?state=failed')).toMatchObject([
      { number: 3, error: 'not-found', name: null },
      { number: 4, error: 'not-found', name: null },
    ]);
    expect(await rowsOf(task, '?state=unchanged')).toMatchObject([{ number: 1 }]);
    expect(await nicknames([same?.id ?? ''])).toEqual([['After', 2]]);
  });

  it('goes on where a request holds it for a moment, though that changes nothing', async () => {
    const users = await makeUsers(2);
    const { body: task } = await start(rename(idsOf(users)));
    const id = task.id as TaskId;
    const { working } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('tasks').where('id', '=', id).select('id').forUpdate().execute();
      const working = api.workOnTask(id);
      await eventually(async () => expect(await blockedBy(trx)).toBe(1));
      return { working };
    });
    await working;
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ state: 'finished', done: 2 });
  });

  it('is undone by another one, which leaves what has been changed since', async () => {
    const users = await makeUsers(3);
    const [first = '', second = '', third = ''] = idsOf(users).toSorted();
    await api.patch(`users/${third}`, { nickname: 'After' }, manager.token);
    const task = await run(rename([first, second, third]));
    expect(task).toMatchObject({ done: 2, unchanged: 1, undoable: true, undoes: null, undoneBy: null });
    await api.patch(`users/${second}`, { nickname: 'Later' }, manager.token);

    const begun = await api.post(`tasks/${task.id}/undo`, '', manager.token);
    expect(begun).toMatchObject({ status: 202, body: { undoes: task['@id'], total: 2, state: 'running' } });
    await api.workOnTask(begun.body.id as TaskId);
    const { body: undoing } = await api.get(begun.body['@id'], manager.token);
    expect(undoing).toMatchObject({ state: 'finished', done: 1, failed: 1, undoable: false });
    expect(await rowsOf(undoing)).toMatchObject([
      { number: 1, state: 'done', subject: iri('users', first) },
      { number: 2, state: 'failed', error: 'conflict', subject: iri('users', second) },
    ]);
    expect(await nicknames([first, second, third])).toEqual([
      ['Before', 3],
      ['Later', 3],
      ['After', 2],
    ]);
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({
      undoable: false,
      undoneBy: begun.body['@id'],
    });
    for (const id of [task.id, undoing.id]) {
      expect(await api.post(`tasks/${id}/undo`, '', manager.token)).toMatchObject({ status: 409 });
    }
  });

  it('is undone once, also where the task that has undone it is deleted', async () => {
    const [user] = idsOf(await makeUsers(1));
    const task = await run(rename([user ?? '']));
    const undoing = await api.post(`tasks/${task.id}/undo`, '', manager.token);
    await api.workOnTask(undoing.body.id as TaskId);
    await api.patch(`users/${user}`, { nickname: 'After' }, manager.token);
    expect(await api.delete(undoing.body['@id'], manager.token)).toMatchObject({ status: 204 });
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({
      undoable: false,
      undoneBy: null,
    });
    expect(await api.post(`tasks/${task.id}/undo`, '', manager.token)).toMatchObject({ status: 409 });
  });

  it('is undone once, however often that is asked for at once', async () => {
    const task = await run(rename(idsOf(await makeUsers(1))));
    const asked = await Promise.all(
      [1, 2, 3].map(() => api.post(`tasks/${task.id}/undo`, '', manager.token)),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  });

  it('that has deleted, or still runs, is not undone', async () => {
    const deleted = await run({ resource: 'users', action: 'delete', ids: idsOf(await makeUsers(1)) });
    expect(deleted).toMatchObject({ done: 1, undoable: false });
    const running = await start(rename(idsOf(await makeUsers(1))));
    expect(running.body).toMatchObject({ undoable: false });
    for (const { id } of [deleted, running.body]) {
      expect(await api.post(`tasks/${id}/undo`, '', manager.token)).toMatchObject({ status: 409 });
    }
  });

  it('is a move by its name where the customer alone is changed', async () => {
    const ids = idsOf(await makeUsers(1));
    const nameOf = async (body: Record<string, unknown>) =>
      (await start({ resource: 'users', action: 'merge', ids, body }, admin.token)).body.name;
    const customer = iri('customers', away);
    expect(await nameOf({ customer })).toBe('users move');
    expect(await nameOf({ customer, nickname: 'After' })).toBe('users merge');
    expect(await nameOf({ nickname: 'After' })).toBe('users merge');
  });

  it('names the fields that an item was refused for, without what was sent', async () => {
    const [user] = await makeUsers(1);
    const body = { customer: iri('customers', away) };
    const task = await run({ resource: 'users', action: 'merge', ids: [user?.id], body });
    const [row] = await rowsOf(task);
    expect(row).toMatchObject({
      state: 'failed',
      error: 'validation-failed',
      fields: [{ propertyPath: 'customer', code: 'reference-unknown' }],
    });
    expect(JSON.stringify(row?.fields)).not.toContain(away);
  });

  it('is made of all that a list has at that moment, but for exceptions', async () => {
    const customerId = await api.makeCustomer(`listed${++count}`);
    const boss = await api.makeUser({
      mail: `lister${count}@example.com`,
      customerId,
      manages: [customerId],
    });
    const devices = await Promise.all(
      Array.from({ length: 5 }, () => api.makeDevice({ number: ++count, customerId })),
    );
    const [kept] = devices;
    const query = `customer=${customerId}&state=ENABLED&order[serialNumber]=desc&page=3&pageSize=1`;
    const body = {
      resource: 'devices',
      action: 'merge',
      body: { state: 'DISABLED' },
      query,
      except: [kept?.id],
    };
    const preview = await api.post('tasks/preview', body, boss.token);
    expect(preview).toMatchObject({
      status: 200,
      body: { total: 4, examined: 4, changed: 4, unchanged: 0, refused: 0 },
    });
    const task = await run(body, boss.token);
    expect(task).toMatchObject({ total: 4, done: 4, query });
    expect((await rowsOf(task, '', boss.token)).map(({ subject }) => subject)).toEqual(
      [...devices]
        .slice(1)
        .reverse()
        .map(({ id }) => iri('devices', id)),
    );
    const enabled = await api.get(`devices?customer=${customerId}&state=ENABLED`, boss.token);
    expect(enabled.body['hydra:member']).toMatchObject([{ id: kept?.id }]);
    // Sessions of the disabled ones end, as after a request of its own.
    expect(api.events.filter(({ type }) => type === 'device-disabled')).toHaveLength(4);
  });

  it('deletes, and its rows outlive what they are about', async () => {
    const users = await makeUsers(2);
    const task = await run({ resource: 'users', action: 'delete', ids: idsOf(users) });
    expect(task).toMatchObject({ done: 2, failed: 0 });
    expect(await nicknames(idsOf(users))).toEqual([]);
    expect(await rowsOf(task)).toMatchObject([{ state: 'done', name: null }, { state: 'done' }]);
  });

  it('sends mails by the operation that sends one', async () => {
    const unverified = await api.makeUser({
      mail: `new${++count}@example.com`,
      customerId: home,
      verified: false,
    });
    const before = api.mails.length;
    const task = await run({ resource: 'users', action: 'resend', ids: [unverified.id] });
    expect([task.done, task.failed, api.mails.length - before]).toEqual([1, 0, 1]);
  });

  it('is seen by its owner alone', async () => {
    const task = await run(rename(idsOf(await makeUsers(1))));
    for (const token of [admin.token, (await api.makeUser({ mail: `x${++count}@example.com` })).token]) {
      expect((await api.get(task['@id'], token)).status).toBe(404);
      expect((await api.get(`${task['@id']}/rows`, token)).status).toBe(404);
      expect((await api.delete(task['@id'], token)).status).toBe(404);
    }
    expect((await api.get('tasks', manager.token)).body['hydra:member']).toMatchObject([{ id: task.id }]);
  });
});

describe('rights', () => {
  it('are those of the account at each row', async () => {
    const users = await makeUsers(2);
    const { body: task } = await start(rename(idsOf(users)));
    await api.db.deleteFrom('customer_managers').where('user_id', '=', manager.id).execute();
    await api.workOnTask(task.id as TaskId);
    await api.db.insertInto('customer_managers').values({ user_id: manager.id, customer_id: home }).execute();
    expect((await rowsOf(task)).map(({ error }) => error)).toEqual(['not-found', 'not-found']);
    expect(await nicknames(idsOf(users))).toEqual(Array(2).fill(['Before', 1]));
  });

  it.each([
    ['the right', () => api.db.deleteFrom('customer_managers').where('user_id', '=', manager.id).execute()],
    ['the sign-in', () => api.request('DELETE', 'auth', { token: manager.token })],
  ])('that end while rows run (%s) let none of these through', async (_, end) => {
    const users = await makeUsers(3);
    const { body: task } = await start(rename(idsOf(users)));
    const last = users[2]?.id as UserId;
    const { working } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').where('id', '=', last).select('id').forUpdate().execute();
      const working = api.workOnTask(task.id as TaskId);
      await eventually(async () => expect(await blockedBy(trx)).toBe(1));
      await end();
      return { working };
    });
    await working;
    expect(await nicknames(idsOf(users))).toEqual(Array(3).fill(['Before', 1]));
  });

  it('end with the sign-in, and come with the one that tries again', async () => {
    const users = await makeUsers(2);
    const { body: task } = await start(rename(idsOf(users)));
    await api.request('DELETE', 'auth', { token: manager.token });
    await api.workOnTask(task.id as TaskId);
    const token = await api.signIn({ kind: 'user', id: manager.id, customerId: home });
    expect((await rowsOf(task, '', token)).map(({ error }) => error)).toEqual(
      Array(2).fill('unauthenticated'),
    );
    expect((await api.post(`${task['@id']}/retry`, '', token)).status).toBe(202);
    await api.workOnTask(task.id as TaskId);
    expect((await api.get(task['@id'], token)).body).toMatchObject({ state: 'finished', done: 2, failed: 0 });
  });

  it('are asked for at the start, whatever the items', async () => {
    const ids = [crypto.randomUUID()];
    const refused = await start({ resource: 'admins', action: 'delete', ids });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const marked = await start({ resource: 'notifications', action: 'markRead', ids }, admin.token);
    expect([marked.status, marked.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('a retry', () => {
  it('works on the failed rows alone', async () => {
    const [first, second] = await makeUsers(2);
    const ids = [first?.id ?? '', second?.id ?? ''];
    await api.db
      .updateTable('users')
      .set({ customer_id: away })
      .where('id', '=', second?.id as UserId)
      .execute();
    const task = await run(rename(ids));
    expect(task).toMatchObject({ done: 1, failed: 1 });
    await api.db
      .updateTable('users')
      .set({ customer_id: home })
      .where('id', '=', second?.id as UserId)
      .execute();
    const again = await api.post(`${task['@id']}/retry`, '', manager.token);
    expect(again).toMatchObject({
      status: 202,
      body: { state: 'running', done: 1, failed: 0, finished: null },
    });
    await api.workOnTask(task.id as TaskId);
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ state: 'finished', done: 2 });
    expect((await nicknames([first?.id ?? '']))[0]).toEqual(['After', 2]);
    expect((await api.post(`${task['@id']}/retry`, '', manager.token)).status).toBe(409);
  });
});

describe('cancelling', () => {
  it('leaves the rows that wait as they are; then the task can be removed', async () => {
    const users = await makeUsers(2);
    const { body: task } = await start(rename(idsOf(users)));
    expect((await api.delete(task['@id'], manager.token)).status).toBe(204);
    await api.workOnTask(task.id as TaskId);
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ state: 'cancelled', done: 0 });
    expect((await rowsOf(task)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect((await rowsOf(task, '?state=cancelled')).length).toBe(2);
    expect(await rowsOf(task, '?state=waiting')).toEqual([]);
    expect(await nicknames(idsOf(users))).toEqual(Array(2).fill(['Before', 1]));
    expect((await api.delete(task['@id'], manager.token)).status).toBe(204);
    expect((await api.get(task['@id'], manager.token)).status).toBe(404);
  });

  it('can be followed by going on with the rows that were left out, and with these alone', async () => {
    const users = await makeUsers(3);
    const { body: task } = await start(rename([...idsOf(users), crypto.randomUUID()]));
    const stop = async () => expect((await api.delete(task['@id'], manager.token)).status).toBe(204);
    const goOn = () => api.post(`${task['@id']}/continue`, '', manager.token);
    expect((await goOn()).status).toBe(409);
    // As after one row.
    await api.db
      .updateTable('task_rows')
      .set({ state: 'done' })
      .where('task_id', '=', task.id as TaskId)
      .where('number', '=', 1)
      .execute();
    await api.db
      .updateTable('tasks')
      .set({ done: 1 })
      .where('id', '=', task.id as TaskId)
      .execute();
    await stop();
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ continuable: true });
    expect(await goOn()).toMatchObject({ status: 202, body: { state: 'running', done: 1, finished: null } });
    expect(await queued(task.id)).toBe(1);
    await api.workOnTask(task.id as TaskId);
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({
      state: 'finished',
      total: 4,
      done: 3,
      failed: 1,
      continuable: false,
    });
    expect(await nicknames(idsOf(users).toSorted())).toContainEqual(['Before', 1]);
    expect((await goOn()).status).toBe(409);
    const logs = await api.get(`logs?resourceId=${task.id}`, manager.token);
    expect(logs.body['hydra:member'].map(({ action }) => action)).toEqual(['continue', 'cancel', 'start']);
  });
});

it('a retry of a cancelled task leaves out what was left out', async () => {
  const users = await makeUsers(2);
  const { body: task } = await start(rename([crypto.randomUUID(), ...idsOf(users)]));
  await api.db
    .updateTable('task_rows')
    .set({ state: 'failed', code: 'not-found' })
    .where('task_id', '=', task.id as TaskId)
    .where('number', '=', 1)
    .execute();
  await api.delete(task['@id'], manager.token);
  expect((await api.post(`${task['@id']}/retry`, '', manager.token)).status).toBe(202);
  await api.workOnTask(task.id as TaskId);
  expect((await api.get(task['@id'], manager.token)).body).toMatchObject({
    state: 'finished',
    continuable: true,
  });
  expect(await nicknames(idsOf(users))).toEqual(Array(2).fill(['Before', 1]));
  expect((await rowsOf(task, '?state=cancelled')).length).toBe(2);
  expect((await api.post(`${task['@id']}/continue`, '', manager.token)).status).toBe(202);
  await api.workOnTask(task.id as TaskId);
  expect(await nicknames(idsOf(users))).toEqual(Array(2).fill(['After', 2]));
});

describe('a server that dies', () => {
  /** Fails the change of one user, as a lost connection would, as long as it is there. */
  const breakRow = async (id: string) => {
    await sql`
      create or replace function break_row() returns trigger language plpgsql as $$
      begin
        if new.id = tg_argv[0]::uuid then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$`.execute(api.db);
    await sql`create trigger breaks before update on users for each row execute function break_row(${sql.lit(id)})`.execute(
      api.db,
    );
  };

  it('leaves its row undone, and no row is done twice when another one goes on', async () => {
    const users = await makeUsers(4);
    const ids = idsOf(users);
    const { body: task } = await start(rename(ids));
    await breakRow(ids[2] ?? '');
    await expect(api.workOnTask(task.id as TaskId)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect((await rowsOf(task)).map(({ state }) => state)).toEqual(['done', 'done', 'waiting', 'waiting']);
    await sql`drop trigger breaks on users`.execute(api.db);
    await api.db
      .updateTable('tasks')
      .set({ worked_at: new Date(Date.now() - 120_000) })
      .where('id', '=', task.id as TaskId)
      .execute();
    await sql`select graphile_worker.remove_job(${`work-on-task:${task.id}`})`.execute(api.db);
    await rescueTasks(api.db);
    expect(await queued(task.id)).toBe(1);
    await Promise.all([api.workOnTask(task.id as TaskId), api.workOnTask(task.id as TaskId)]);
    await api.workOnTask(task.id as TaskId);
    expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ state: 'finished', done: 4 });
    expect(await nicknames(ids)).toEqual(Array(4).fill(['After', 2]));
  });
});

describe('a key', () => {
  it('begins one task, however often it is sent', async () => {
    const body = rename(idsOf(await makeUsers(1)));
    const answers = await Promise.all([1, 2, 3].map(() => start(body, manager.token, 'one')));
    const ids = new Set(answers.filter(({ status }) => status === 202).map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    expect((await start(body, manager.token, 'one')).body.id).toBe([...ids][0]);
    expect((await api.get('tasks', manager.token)).body['hydra:totalItems']).toBe(1);
    expect((await start(body, admin.token, 'one')).status).toBe(202);
  });

  it('is refused for another request', async () => {
    const body = rename(idsOf(await makeUsers(1)));
    await start(body, manager.token, 'two');
    const other = await start({ ...body, body: { nickname: 'Other' } }, manager.token, 'two');
    expect(other.body.violations).toMatchObject([{ propertyPath: 'Idempotency-Key', code: 'not-unique' }]);
  });
});

describe('a preview', () => {
  it('says how many would change, and changes nothing', async () => {
    const users = await makeUsers(3);
    const ids = idsOf(users).sort();
    await api.patch(`users/${ids[0]}`, { nickname: 'After' }, manager.token);
    const [foreign] = await makeUsers(1, away);
    const { body } = await api.post('tasks/preview', rename([...ids, foreign?.id ?? '']), manager.token);
    expect(body).toEqual({ total: 4, examined: 4, changed: 2, unchanged: 1, refused: 1 });
    expect((await nicknames(ids)).map(([nickname]) => nickname)).toEqual(['After', 'Before', 'Before']);
  });

  it('counts those as refused who manage what the asker does not', async () => {
    const [above] = await makeUsers(1);
    if (!above) throw new Error('A user was expected');
    await api.db.insertInto('customer_managers').values({ user_id: above.id, customer_id: away }).execute();
    const { body } = await api.post('tasks/preview', rename([above.id, manager.id]), manager.token);
    expect(body).toMatchObject({ total: 2, changed: 1, refused: 1 });
  });
});

it.each([
  [{ ids: undefined }, 'ids', 'required'],
  [{ query: 'search=a' }, 'query', 'invalid'],
  [{ except: [crypto.randomUUID()] }, 'except', 'invalid'],
  [{ body: undefined }, 'body', 'required'],
  [{ body: { plainPassword: 'correct horse battery' } }, 'body.plainPassword', 'unknown-field'],
  [{ body: { lang: 'fr' } }, 'body.lang', 'invalid'],
  [{ action: 'delete' }, 'body', 'unknown-field'],
  [{ action: 'invite', body: undefined }, 'action', 'invalid'],
])('a task with %j is refused', async (change, propertyPath, code) => {
  const { body } = await start({ ...rename([manager.id]), ...change });
  expect(body.violations).toMatchObject([{ propertyPath, code }]);
});

it('the query of a task is refused as the list would refuse it', async () => {
  const { status, body } = await start({ resource: 'users', action: 'delete', query: 'nonsense=1' });
  expect([status, body.code]).toEqual([400, 'unknown-query-parameter']);
});
