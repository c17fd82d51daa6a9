import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import type { CustomerId, GroupId, UserId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { blockedBy } from '#server/testing/blocked-by.ts';
import { eventually } from '#server/testing/eventually.ts';
import { People } from '#server/testing/people.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { type Db, openDatabase } from './database.ts';
import { RecordedChat } from './recorded-chat.ts';

const MOST = 10_000;
const MOST_WAITING = 1_000;
const HANA: Party = { kind: 'user', id: randomUUID() as UserId, name: 'Hana' };

const lines: string[] = [];
const log = createLog({ name: 'test', destination: { write: (line) => lines.push(line) } });
let database: TestDatabase;
let db: Db;
let chat: RecordedChat;
let hana: { readonly customerId: CustomerId; readonly userId: UserId };
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  chat = new RecordedChat(db, log);
  const people = await People.create(db);
  const { id: userId, customerId } = await people.user('Hana', await people.customer());
  hana = { customerId, userId };
});
afterAll(async () => {
  await chat.close();
  await db.destroy();
  await database.drop();
});

const record = async () => {
  const target_id = randomUUID() as GroupId;
  const { id } = await insertRecording(db, hana, { target_id, state: 'recording' });
  const count = async () => {
    const { kept } = await db
      .selectFrom('recording_messages')
      .where('recording_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('kept'))
      .executeTakeFirstOrThrow();
    return Number(kept);
  };
  return { id, target: target_id, count };
};

it('a recording keeps so many messages, and no more', async () => {
  const { id, target, count } = await record();
  await sql`
    insert into recording_messages (id, recording_id, party_kind, party_id, party_name, text, said_at)
    select gen_random_uuid(), ${id}, 'user', gen_random_uuid(), 'Ken', 'Hello', now()
    from generate_series(1, ${MOST - 1})`.execute(db);
  for (const text of ['Last', 'Too many', 'Too many']) chat.said(target, HANA, text);
  // One line: what comes after it was written after it.
  const other = await record();
  chat.said(other.target, HANA, 'Hello');
  await eventually(async () => expect(await other.count()).toBe(1));
  expect(await count()).toBe(MOST);
});

it('a server whose clock is wrong by an hour keeps a message with the time of the database', async () => {
  const { id, target, count } = await record();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  chat.said(target, HANA, 'Hello');
  await eventually(async () => expect(await count()).toBe(1)).finally(() => vi.useRealTimers());
  const { rows } = await sql<{ ago: number }>`
    select extract(epoch from now() - said_at)::float8 as ago from recording_messages where recording_id = ${id}`.execute(
    db,
  );
  expect(rows[0]?.ago).toBeLessThan(WAIT_LIMIT_MS / 1_000);
});

it('a message of a call that is not recorded is kept nowhere', async () => {
  const { target, count } = await record();
  chat.said(randomUUID() as GroupId, HANA, 'Private');
  chat.said(target, HANA, 'Hello');
  await eventually(async () => expect(await count()).toBe(1));
  const texts = await db
    .selectFrom('recording_messages')
    .where('text', '=', 'Private')
    .select('id')
    .execute();
  expect(texts).toEqual([]);
});

it('messages wait while the database does not answer, so many of them, and the log says of the others', async () => {
  const { target, count } = await record();
  lines.length = 0;
  await db.transaction().execute(async (trx) => {
    await sql`lock table recording_messages in access exclusive mode`.execute(trx);
    for (let at = 0; at < MOST_WAITING + 3; at++) chat.said(target, HANA, `Message ${at}`);
    await eventually(async () => expect(await blockedBy(trx)).toBe(1));
  });
  await eventually(async () => expect(await count()).toBe(MOST_WAITING));
  expect(lines.filter((line) => line.includes('left out'))).toHaveLength(3);
});
