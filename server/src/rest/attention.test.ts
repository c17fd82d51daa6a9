import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import { ATTENTION_COUNTED, ATTENTION_NAMED, attentionKinds } from '#protocol/attention-kinds.ts';
import type { CustomerId, Id, TaskId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { insertRecording, insertTask, insertWebhook } from '#server/testing/rows.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let user: UserId;
let manager: string;
let boss: UserId;
let rival: string;
let admin: string;

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const KindsSchema = Type.Array(
  Type.Object({
    kind: Type.Enum(attentionKinds),
    count: Type.Integer(),
    more: Type.Boolean(),
    first: Type.Array(Type.Object({ item: Type.Union([Type.String(), Type.Null()]), name: Type.String() })),
  }),
);
type Kinds = Static<typeof KindsSchema>;
const attention = async (token: string, query = ''): Promise<Kinds> => {
  const { status, body } = await api.get(`attention${query}`, token);
  expect(status).toBe(200);
  return Value.Parse(KindsSchema, body.kinds);
};
const found = (kinds: Kinds) =>
  Object.fromEntries(
    kinds.flatMap(({ kind, count, first }) => (count > 0 ? [[kind, first.map(({ name }) => name)]] : [])),
  );
const failMail = (recipient: string, failedAt: Date, causedBy: UserId | null = null) =>
  api.db
    .insertInto('mails')
    .values({
      recipient,
      subject: 'Hello',
      text: 'secret-link',
      html: 'secret-link',
      failed_at: failedAt,
      caused_by: causedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  home = await api.makeCustomer('home');
  away = await api.makeCustomer('away');
  ({ id: user } = await api.makeUser({ mail: 'user@example.com', customerId: home, nickname: 'Hana' }));
  ({ token: manager, id: boss } = await api.makeUser({
    mail: 'boss@example.com',
    customerId: home,
    manages: [home],
  }));
  ({ token: rival } = await api.makeUser({ mail: 'rival@example.com', customerId: away, manages: [away] }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

describe('attention', () => {
  it('has nothing to say where all is well, of every kind', async () => {
    const kinds = await attention(manager);
    expect(kinds.map(({ kind }) => kind)).toEqual([...attentionKinds]);
    expect(found(kinds)).toEqual({});
  });

  it('names what is wrong at the customers of the asker alone', async () => {
    await api.db.updateTable('customers').set({ state: 'UNVERIFIED' }).where('id', '=', home).execute();
    const webhook = await insertWebhook(api.db, home, { name: 'Ours', failing_since: daysAgo(1) });
    await insertWebhook(api.db, home, { name: 'Works' });
    const recording = await insertRecording(
      api.db,
      { customerId: home, userId: user },
      { name: 'Cut', state: 'interrupted' },
    );
    await insertRecording(api.db, { customerId: home, userId: user }, { name: 'Whole' });
    await insertRecording(
      api.db,
      { customerId: home, userId: user },
      { name: 'Long ago', state: 'failed', started_at: daysAgo(8) },
    );
    await failMail('guest@example.com', daysAgo(1), user);
    await failMail('user@example.com', daysAgo(2));
    await failMail('old@example.com', daysAgo(8), user);
    await failMail('nobody@example.com', daysAgo(1));
    const expected = {
      'webhooks-failing': ['Ours'],
      'recordings-interrupted': ['Cut'],
      'mails-failed': ['guest@example.com', 'user@example.com'],
      'customers-unverified': ['home'],
    };
    const kinds = await attention(manager);
    expect(found(kinds)).toEqual(expected);
    expect(kinds.flatMap(({ first }) => first.map(({ item }) => item))).toEqual([
      iri('webhooks', webhook.id),
      iri('recordings', recording.id),
      // Mails are for administrators.
      null,
      null,
      iri('customers', home),
    ]);
    expect(found(await attention(manager, `?customer=${home}`))).toEqual(expected);
    expect(found(await attention(admin, `?customer=${home}`))).toEqual(expected);
    expect(found(await attention(rival))).toEqual({});
    const all = await attention(admin);
    expect(found(all)['mails-failed']).toEqual(
      expect.arrayContaining(['nobody@example.com', 'guest@example.com']),
    );
    expect(all.find(({ kind }) => kind === 'mails-failed')?.first[0]?.item).toMatch('/api/v1/mails/');
    expect((await api.get(`attention?customer=${away}`, manager)).status).toBe(404);
  });

  it('misses devices that were there, and invitations that were not answered, for a week', async () => {
    const [silent, seen, fresh, disabled] = [
      await api.makeDevice({ number: 1, customerId: home }),
      await api.makeDevice({ number: 2, customerId: home }),
      await api.makeDevice({ number: 3, customerId: home }),
      await api.makeDevice({ number: 4, customerId: home }),
    ];
    await sql`update devices set registered = now() - interval '8 days' where id <> ${fresh.id}`.execute(
      api.db,
    );
    await api.db
      .updateTable('devices')
      .set({ last_seen_at: daysAgo(8) })
      .where('id', '=', silent.id)
      .execute();
    await api.db.updateTable('devices').set({ last_seen_at: new Date() }).where('id', '=', seen.id).execute();
    await api.db.updateTable('devices').set({ state: 'DISABLED' }).where('id', '=', disabled.id).execute();
    const [waiting, recent, approved] = [
      await api.makePair(user, { device: silent.id }, 'INVITED'),
      await api.makePair(user, { device: seen.id }, 'INVITED'),
      await api.makePair(user, { device: fresh.id }),
    ];
    await sql`update pairs set created_at = now() - interval '8 days' where id <> ${recent}`.execute(api.db);
    const kinds = await attention(manager);
    expect(found(kinds)).toMatchObject({
      'devices-silent': [silent.printed],
      'invitations-unanswered': [`Hana – ${silent.printed}`],
    });
    const items = kinds.flatMap(({ first }) => first.map(({ item }) => item));
    expect(items).toContain(iri('pairs', waiting));
    expect(items).not.toContain(iri('pairs', approved));
  });

  it('names tasks with failed rows to those who have asked for them, and to no one else', async () => {
    const { task } = await insertTask(api.db, { kind: 'user', id: boss, customerId: home });
    const tasksOf = async (token: string) =>
      (await attention(token)).find(({ kind }) => kind === 'tasks-failed')?.first;
    expect(await tasksOf(manager)).toMatchObject([{ item: iri('tasks', task), name: 'users delete' }]);
    expect(await tasksOf(admin)).toEqual([]);
    expect(await tasksOf(rival)).toEqual([]);
    const undoes = crypto.randomUUID() as TaskId;
    await api.db.updateTable('tasks').set({ undoes }).where('id', '=', task).execute();
    expect(await tasksOf(manager)).toMatchObject([{ name: 'users undo' }]);
    await api.db
      .updateTable('tasks')
      .set({ finished_at: daysAgo(8) })
      .where('id', '=', task)
      .execute();
    expect(await tasksOf(manager)).toEqual([]);
  });

  it('counts far and names few', async () => {
    await sql`insert into webhooks (customer_id, name, url, events, secret, failing_since)
      select ${away}, 'Hook ' || n, 'https://example.com/', '{}', '', now() - n * interval '1 minute'
      from generate_series(1, ${ATTENTION_COUNTED + 5}::integer) n`.execute(api.db);
    const webhooks = (await attention(rival)).find(({ kind }) => kind === 'webhooks-failing');
    expect(webhooks).toMatchObject({ count: ATTENTION_COUNTED, more: true });
    expect(webhooks?.first.map(({ name }) => name)).toEqual(
      // Those first that have failed for the longest time.
      Array.from({ length: ATTENTION_NAMED }, (_, index) => `Hook ${ATTENTION_COUNTED + 5 - index}`),
    );
  });
});

describe('mails', () => {
  it('are shown to administrators, without what only their recipients may know', async () => {
    const { id } = await failMail('shown@example.com', daysAgo(0));
    const list = await api.get('mails?state=FAILED&search=SHOWN', admin);
    expect(list.body['hydra:member']).toMatchObject([
      { id, recipient: 'shown@example.com', subject: 'Hello', state: 'FAILED' },
    ]);
    expect(list.text).not.toContain('secret-link');
    expect((await api.get(`mails/${id}`, manager)).status).toBe(404);
    expect((await api.get('mails', manager)).status).toBe(403);
  });

  it('are pending, sent, failed, or uncertain', async () => {
    const { id } = await api.db
      .insertInto('mails')
      .values({ recipient: 'state@example.com', subject: 'x', text: 'x', html: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const stateOf = async () => (await api.get(`mails/${id}`, admin)).body.state;
    const listed = async (state: string) =>
      (await api.get(`mails?state=${state}&search=state@example.com`, admin)).body['hydra:totalItems'];
    for (const [columns, state] of [
      [{}, 'PENDING'],
      [{ sending_at: new Date() }, 'UNCERTAIN'],
      [{ sending_at: null, failed_at: new Date() }, 'FAILED'],
      [{ sending_at: new Date(), failed_at: null, sent_at: new Date() }, 'SENT'],
    ] as const) {
      if (Object.keys(columns).length > 0) {
        await api.db
          .updateTable('mails')
          .set(columns)
          .where('id', '=', id as Id<'mail'>)
          .execute();
      }
      expect(await stateOf()).toBe(state);
      for (const each of ['PENDING', 'UNCERTAIN', 'FAILED', 'SENT']) {
        expect(await listed(each), each).toBe(each === state ? 1 : 0);
      }
    }
  });
});
