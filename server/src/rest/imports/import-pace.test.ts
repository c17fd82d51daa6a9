import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { CustomerId, TaskId } from '#protocol/ids.ts';
import { bringInvitationsForward } from '#server/mail/bring-forward.ts';
import { paceOf } from '#server/mail/mail-pace.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';
import { acceptedOf } from './forecast-invitations.ts';

const DAY_MS = 86_400_000;
const PACE = { invitationsPerCustomerDay: 3, invitationsPerUnverifiedCustomerDay: 1 };
const api = setUpTestApi({}, undefined, { mailsPerSenderDay: 2, ...PACE });

async function importUsers(token: string, word: string, count: number, customer?: unknown) {
  const body = customer === undefined ? {} : { body: { customer } };
  const { body: task } = await api.post('tasks', { resource: 'users', action: 'import', ...body }, token);
  const rows = Array.from({ length: count }, (_, at) => ({ email: `${word}${at}@example.com` }));
  await api.put(`tasks/${task.id}/chunks/0`, { rows }, token);
  for (const step of ['check', 'run']) {
    await api.post(`tasks/${task.id}/${step}`, '', token);
    await api.workOnTask(task.id as TaskId);
  }
  return (await api.get(`tasks/${task.id}`, token)).body;
}

/** Days from now until each invitation goes out. */
async function waits(word: string): Promise<readonly number[]> {
  const rows = await api.db
    .selectFrom('mails')
    .where('recipient', 'like', `${word}%`)
    .orderBy('due_at')
    .select('due_at')
    .execute();
  // A moment ago is 0, not -0.
  return rows.map(({ due_at }) => 0 + Math.round(((due_at?.getTime() ?? 0) - Date.now()) / DAY_MS));
}

it('an import adds all its users at once, and their invitations go out day by day', async () => {
  const home = await api.makeCustomer('home');
  const boss = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] });
  expect(await importUsers(boss.token, 'many', 7)).toMatchObject({ state: 'finished', done: 7, failed: 0 });
  expect(await waits('many')).toEqual([0, 0, 0, 1, 1, 1, 2]);
  // The manager still has the allowance for single invitations.
  expect((await api.post('users', { email: 'single@example.com' }, boss.token)).status).toBe(201);
  // Another import goes on where the former has ended.
  expect(await importUsers(boss.token, 'more', 1)).toMatchObject({ done: 1 });
  expect(await waits('more')).toEqual([2]);
});

it('a link lives from the day when its mail goes out', async () => {
  const { id, invited_at } = await api.db
    .selectFrom('users')
    .where('mail', '=', 'many6@example.com')
    .select(['id', 'invited_at'])
    .executeTakeFirstOrThrow();
  const { expires_at } = await api.db
    .selectFrom('one_time_tokens')
    .where('target', '=', id)
    .select('expires_at')
    .executeTakeFirstOrThrow();
  expect(expires_at.getTime() - (invited_at?.getTime() ?? 0)).toBe(7 * DAY_MS);
});

it('an invitation that is sent now takes the place of the one that waits', async () => {
  const boss = await api.db
    .selectFrom('users')
    .where('mail', '=', 'boss@example.com')
    .select(['id', 'customer_id'])
    .executeTakeFirstOrThrow();
  const token = await api.signIn({ kind: 'user', id: boss.id, customerId: boss.customer_id });
  const user = await api.db
    .selectFrom('users')
    .where('mail', '=', 'many5@example.com')
    .select('id')
    .executeTakeFirstOrThrow();
  expect((await api.post(`users/${user.id}/resend`, '', token)).status).toBeLessThan(300);
  const mails = await api.db
    .selectFrom('mails')
    .where('recipient', '=', 'many5@example.com')
    .select('due_at')
    .execute();
  expect(mails).toEqual([{ due_at: null }]);
});

it('a customer that is not verified, and an account with many customers, have fewer', async () => {
  const [one, two] = [await api.makeCustomer('one'), await api.makeCustomer('two')];
  await api.db.updateTable('customers').set({ state: 'UNVERIFIED' }).where('id', '=', one).execute();
  const boss = await api.makeUser({ mail: 'boss2@example.com', customerId: one, manages: [one, two] });
  await importUsers(boss.token, 'slow', 3);
  expect(await waits('slow')).toEqual([0, 1, 2]);
});

it('what waits for an unverified customer is brought forward once it is verified', async () => {
  const home = await api.makeCustomer('other');
  const boss = await api.makeUser({ mail: 'boss3@example.com', customerId: home, manages: [home] });
  const made = await api.post('customers', { mail: 'verified@customers.example' }, boss.token);
  const { link } = api.mails.at(-1)?.content ?? { link: '' };
  const { searchParams } = new URL(link);
  const customerId = String(made.body['@id']).split('/').at(-1) as CustomerId;
  await importUsers(boss.token, 'late', 6, made.body['@id']);
  expect(await waits('late')).toEqual([0, 1, 2, 3, 4, 5]);
  await api.post('customers/verify', {
    token: searchParams.get('token'),
    target: searchParams.get('target'),
  });
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
    where t.identifier = 'bring-invitations-forward'`.execute(api.db);
  expect(rows).toEqual([{ payload: { customerId } }]);
  await bringInvitationsForward(api.db, customerId, PACE);
  expect(await waits('late')).toEqual([0, 0, 0, 1, 1, 1]);
  const runAt = await sql<{ days: number }>`
    select round(extract(epoch from jobs.run_at - now()) / 86400)::integer as days from mails
    join graphile_worker.jobs on jobs.key = 'send-mail:' || mails.id where mails.recipient like 'late%' order by days`.execute(
    api.db,
  );
  expect(runAt.rows.map(({ days }) => days)).toEqual([0, 0, 0, 1, 1, 1]);
});

it('a check says when the invitations would go out, and which of the users could not be added', async () => {
  const home = await api.makeCustomer('asked');
  const boss = await api.makeUser({ mail: 'boss4@example.com', customerId: home, manages: [home] });
  const { body: task } = await api.post('tasks', { resource: 'users', action: 'import' }, boss.token);
  const rows = Array.from({ length: 7 }, (_, at) => ({ email: `asked${at}@example.com` }));
  await api.put(`tasks/${task.id}/chunks/0`, { rows: [...rows, { email: 'wrong' }] }, boss.token);
  expect((await api.get(`tasks/${task.id}/invitations`, boss.token)).status).toBe(409);
  await api.post(`tasks/${task.id}/check`, '', boss.token);
  await api.workOnTask(task.id as TaskId);
  const { body } = await api.get(`tasks/${task.id}/invitations`, boss.token);
  expect(body).toMatchObject({ total: 7, refused: 0, atOnce: 3, aDay: 3 });
  await api.post(`tasks/${task.id}/run`, '', boss.token);
  await api.workOnTask(task.id as TaskId);
  const { due } = await api.db
    .selectFrom('mails')
    .where('task_id', '=', task.id as TaskId)
    .select(({ fn }) => fn.max('due_at').as('due'))
    .executeTakeFirstOrThrow();
  expect(Math.abs((due?.getTime() ?? 0) - new Date(String(body.last)).getTime())).toBeLessThan(DAY_MS / 24);
});

it.each([
  [366, 10, 10],
  [5, 10, 5],
  [0, 10, 0],
  [5, 0, 0],
])('with turns for %i, of %i mails %i are accepted', (turns, count, accepted) => {
  const now = new Date('2026-01-10T00:00:00Z');
  const turn = (number: number) => new Date(now.getTime() + (366 - turns + number) * DAY_MS);
  expect(acceptedOf({ turn }, count, now)).toBe(accepted);
});

it('turns are a day apart from those of as many mails before', () => {
  const now = new Date('2026-01-10T00:00:00Z');
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const pace = paceOf(3, [hoursAgo(1), hoursAgo(20)], now);
  const inHours = [1, 2, 3, 4, 5].map((number) => (pace.turn(number).getTime() - now.getTime()) / 3_600_000);
  expect(pace.free).toBe(1);
  expect(inHours).toEqual([0, 4, 23, 24, 28]);
});
