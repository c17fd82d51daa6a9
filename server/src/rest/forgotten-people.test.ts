import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { CustomerId, NodeId, RoomId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { forgetPerson } from '#server/forget-person.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import {
  insertRecordingFile,
  insertRecordingMessage,
  insertTask,
  insertWebhook,
} from '#server/testing/rows.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Where the name and address of a deleted person are found, and what is left of them (specification A12). */
const api = setUpTestApi();
const NAMES = /Gone Person|(?<!be)gone@example/i;
let customerId: CustomerId;
let manager: string;
let admin: string;
let gone: TestAccount<UserId>;
let stays: TestAccount<UserId>;

beforeAll(async () => {
  customerId = await api.makeCustomer('acme');
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
  gone = await api.makeUser({ mail: 'gone@example.com', nickname: 'Gone Person', customerId });
  stays = await api.makeUser({ mail: 'stays@example.com', nickname: 'Stays', customerId });
});

const jobs = async (): Promise<readonly JobPayloads['forget-person'][]> => {
  const { rows } = await sql<{ payload: JobPayloads['forget-person'] }>`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'forget-person' order by job.id`.execute(api.db);
  return rows.map(({ payload }) => payload);
};

/** Deletes an account, and does what is queued for it. */
async function remove(address: string): Promise<void> {
  const before = (await jobs()).length;
  expect((await api.delete(address, admin)).status).toBe(204);
  const [job] = (await jobs()).slice(before);
  if (!job) throw new Error('Nothing is queued');
  await forgetPerson(api.db, job);
}

/** A missed call and a call of the two, as all tables have them. */
async function call(durationS: number): Promise<string> {
  const callId = crypto.randomUUID();
  const common = {
    kind: 'direct' as const,
    call_id: callId,
    customer_id: customerId,
    started_at: new Date(Date.now() - 60_000),
    ended_at: new Date(),
    duration_s: durationS,
    end_reason: durationS === 0 ? 'no-answer' : 'hung-up',
  };
  await api.db
    .insertInto('connections')
    .values([
      { ...common, user_id: gone.id, peer_id: stays.id, peer_name: 'Stays', outgoing: true },
      { ...common, user_id: stays.id, peer_id: gone.id, peer_name: 'Gone Person' },
    ])
    .execute();
  return callId;
}

async function leaveTraces(): Promise<void> {
  const callId = await call(60);
  await call(0);
  const personal = { user_id: stays.id, customer_id: null };
  await api.db
    .insertInto('notifications')
    .values([
      {
        ...personal,
        title_ja: '不在着信',
        title_en: 'Missed call',
        contents_ja: 'Gone Personさんから不在着信がありました。',
        contents_en: 'Gone Person called you.',
      },
      ...[
        ['Gone@example.com', 'Invitation not delivered'],
        ['gone@example.com', 'An invitation could not be sent'],
        ['begone@example.com', 'Invitation not delivered'],
      ].map(([mail, title_en]) => ({
        ...personal,
        title_ja: '招待メールを送信できませんでした',
        title_en: title_en ?? '',
        contents_ja: `${mail}宛ての招待メールを送信できませんでした。`,
        contents_en: `The invitation to ${mail} could not be sent. Check the address, then invite again.`,
      })),
    ])
    .execute();

  const mail = { subject: 's', text: 'from Gone Person', html: 'from Gone Person' };
  const [longAgo, now] = [new Date(Date.now() - 2 * 86_400_000), new Date()];
  await api.db
    .insertInto('mails')
    .values([
      { ...mail, recipient: 'Gone@example.com', created_at: longAgo, sent_at: longAgo },
      { ...mail, recipient: 'stays@example.com', caused_by: gone.id, sent_at: now },
    ])
    .execute();

  const { id: webhook_id } = await insertWebhook(api.db, customerId);
  const party = (id: string, name: string) => ({ kind: 'user', id, name });
  await api.db
    .insertInto('webhook_deliveries')
    .values([
      {
        webhook_id,
        customer_id: customerId,
        event: 'call.ended',
        subject: callId,
        payload: JSON.stringify({
          type: 'call.ended',
          data: { callId, parties: [party(gone.id, 'Gone Person'), party(stays.id, 'Stays')] },
        }),
      },
      {
        webhook_id,
        customer_id: customerId,
        event: 'user.verified',
        subject: `${gone.id}:2026-01-01`,
        payload: JSON.stringify({
          type: 'user.verified',
          data: { userId: gone.id, email: 'gone@example.com', name: 'Gone Person' },
        }),
      },
    ])
    .execute();

  const { id: recording_id } = await api.db
    .insertInto('recordings')
    .values({
      customer_id: customerId,
      user_id: stays.id,
      device_id: null,
      group_id: null,
      name: 'Gone Person',
      room_id: crypto.randomUUID() as RoomId,
      node_id: crypto.randomUUID() as NodeId,
      state: 'ready',
      started_by: 'Gone Person',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRecordingFile(api.db, recording_id, { party_id: gone.id, party_name: 'Gone Person' });
  await insertRecordingMessage(api.db, recording_id, { party_id: gone.id, party_name: 'Gone Person' });

  const admins = await api.db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  await insertTask(api.db, { kind: 'admin', id: admins.id });
  await api.db
    .updateTable('task_rows')
    .set({
      subject_id: gone.id,
      body: JSON.stringify({ email: 'gone@example.com' }),
      before: JSON.stringify({ nickname: 'Gone Person' }),
      changes: JSON.stringify([{ field: 'nickname', before: 'Gone Person', after: 'Someone' }]),
    })
    .execute();

  // In the log as who acts, as an object, as a name that was tried, and within the values of other objects.
  await api.post('auth', { username: 'gone@example.com', password: 'wrong' });
  await api.patch(`users/${gone.id}`, { nickname: 'Gone person' }, gone.token);
  await api.patch(`users/${gone.id}`, { nickname: 'Gone Person' }, manager);
  await api.post('groups', { name: 'Theirs', owner: iri('users', gone.id) }, manager);
  await api.post('groups', { name: 'Team', guests: ['gone@example.com', 'guest@example.com'] }, stays.token);
}

const TABLES = [
  'notifications',
  'mails',
  'webhook_deliveries',
  'recordings',
  'recording_files',
  'recording_messages',
  'task_rows',
  'logs',
];

const textOf = async (table: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select coalesce(json_agg(t)::text, '') as text from ${sql.table(table)} t`.execute(api.db);
  return rows[0]?.text ?? '';
};

it('removes the name and address of a deleted user from every table (A12)', async () => {
  await leaveTraces();
  for (const table of TABLES) expect(await textOf(table), table).toMatch(NAMES);
  await remove(`users/${gone.id}`);
  for (const table of TABLES) expect(await textOf(table), table).not.toMatch(NAMES);
  expect((await jobs()).filter(({ id, again }) => id === gone.id && again)).toHaveLength(1);
});

it('leaves what is about others, and what it was about', async () => {
  const notifications = await api.get('notifications?order[datetime]=asc', stays.token);
  expect(notifications.body['hydra:member'].map(({ contents }) => contents)).toEqual(
    expect.arrayContaining([
      { ja: '削除されたユーザーから不在着信がありました。', en: 'A deleted user called you.' },
      expect.objectContaining({
        en: 'The invitation to a deleted user could not be sent. Check the address, then invite again.',
      }),
      expect.objectContaining({
        en: 'The invitation to begone@example.com could not be sent. Check the address, then invite again.',
      }),
    ]),
  );
  const payloads = await api.db.selectFrom('webhook_deliveries').select('payload').orderBy('event').execute();
  expect(payloads.map(({ payload }) => JSON.parse(payload).data)).toMatchObject([
    { parties: [{ id: gone.id, name: 'deleted user' }, { name: 'Stays' }] },
    { userId: gone.id, email: null, name: 'deleted user' },
  ]);
});

it('names a deleted person in the audit log by id (O10)', async () => {
  const entries = (await api.get('logs?pageSize=100', admin)).body['hydra:member'];
  const named = (action: string, resource: string) =>
    entries.filter((entry) => entry.action === action && entry.resource === resource);
  expect(named('delete', 'users')[0]).toMatchObject({ objectName: gone.id, actorName: 'admin@example.com' });
  expect(named('delete', 'users')[0]?.changes).toContainEqual({
    field: 'email',
    before: gone.id,
    after: null,
  });
  expect(
    named('update', 'users')
      .map(({ actorName }) => actorName)
      .sort(),
  ).toEqual([gone.id, 'boss@example.com'].sort());
  expect(named('sign-in-failed', 'users')[0]).toMatchObject({ account: gone.id });
  const team = named('create', 'groups').find(({ objectName }) => objectName === 'Team');
  expect(team?.changes).toContainEqual({
    field: 'guests',
    before: null,
    after: `${gone.id}, guest@example.com`,
  });
  const found = await api.get(`logs?search=${gone.id}`, admin);
  expect(found.body['hydra:totalItems']).toBeGreaterThan(0);
});

it('leaves the log of someone else alone who has the address now', async () => {
  const next = await api.makeUser({ mail: 'taken@example.com', nickname: 'One', customerId });
  await api.post('groups', { name: 'Guests', guests: ['taken@example.com'] }, stays.token);
  const before = (await jobs()).length;
  expect((await api.delete(`users/${next.id}`, admin)).status).toBe(204);
  const [job] = (await jobs()).slice(before);
  await api.makeUser({ mail: 'taken@example.com', nickname: 'Two', customerId });
  if (job) await forgetPerson(api.db, job);
  const logs = await textOf('logs');
  expect(logs).toContain('taken@example.com');
  expect(logs).not.toContain('"One"');
});

it('forgets administrators too', async () => {
  const other = await api.makeAdmin('former-admin@example.com');
  await api.patch(`users/${stays.id}`, { nickname: 'Still here' }, other.token);
  expect(await textOf('logs')).toContain('former-admin@example.com');
  await remove(`admins/${other.id}`);
  expect(await textOf('logs')).not.toContain('former-admin@example.com');
});

it('lets no one change the log in another way', async () => {
  await expect(sql`update logs set details = null`.execute(api.db)).rejects.toThrow('append only');
});
