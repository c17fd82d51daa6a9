import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CallId, ServerId, UserId } from '#protocol/ids.ts';
import { partyKey } from '#protocol/party.ts';
import { CallRecord } from './direct-call/call-record.ts';
import type { EndedState } from './direct-call/machine.ts';
import { newParticipant } from './direct-call/participant.ts';
import type { DomainEvent } from './domain-events.ts';
import { createQueueMail } from './mail/queue-mail.ts';
import { sendMail } from './mail/send-mail.ts';
import { TEST_SERVICE, UNLIMITED_MAIL } from './mail/testing/unlimited-mail.ts';
import { MailRefused } from './mail/transport.ts';
import { defaultCustomer, insertWebhook } from './testing/rows.ts';
import { setUpTestDatabase } from './testing/test-database.ts';
import { deliverWebhook } from './webhooks/deliver.ts';

/** What makes clients look at their lists again is queued along with what has changed in them: no server's death loses it. */
const log = createLog({ name: 'test', level: 'silent' });
const database = setUpTestDatabase();
let alice: UserId;
let bob: UserId;

const makeUser = async (mail: string): Promise<UserId> => {
  const customer_id = await defaultCustomer(database.db);
  const { id } = await database.db
    .insertInto('users')
    .values({ mail, password_hash: 'x', customer_id, state: 'VERIFIED', is_manager: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db.insertInto('customer_managers').values({ customer_id, user_id: id }).execute();
  return id;
};

beforeAll(async () => {
  alice = await makeUser('alice@example.com');
  bob = await makeUser('bob@example.com');
});
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(database.db));

/** A server that dies between the commit and the telling. */
const dies = {
  publish: () => {
    throw new Error('killed');
  },
  subscribe: () => () => undefined,
};

/** What is left for other servers to tell. */
async function leftToTell(): Promise<readonly DomainEvent[]> {
  const { rows } = await sql<{ payload: { readonly events: readonly DomainEvent[] } }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'tell-events'`.execute(database.db);
  return rows.flatMap(({ payload }) => payload.events);
}

it('of a mail that could not be delivered', async () => {
  await database.db.transaction().execute((trx) =>
    createQueueMail(UNLIMITED_MAIL, TEST_SERVICE)(trx, {
      to: 'nobody@example.com',
      lang: 'en',
      content: {
        kind: 'pair-invitation',
        inviter: { kind: 'user', nickname: 'Alice', mail: 'alice@example.com' },
        link: 'https://example.com/',
      },
      sender: alice,
      about: 'pair:1',
    }),
  );
  const { id } = await database.db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  const transport = { deliver: async () => Promise.reject(new MailRefused('no such user')) };
  const sent = sendMail({ db: database.db, events: dies, transport, log }, { mailId: id }, { isLast: false });
  await expect(sent).rejects.toThrow('killed');
  expect(await leftToTell()).toEqual([{ type: 'notified', parties: [`user:${alice}`] }]);
});

it('of a webhook that was disabled', async () => {
  const customer_id = await defaultCustomer(database.db);
  const { id: webhook_id } = await insertWebhook(database.db, customer_id, {
    // Nothing listens there.
    url: 'http://127.0.0.1:1/',
    failing_since: new Date(0),
  });
  const { id: deliveryId } = await database.db
    .insertInto('webhook_deliveries')
    .values({ webhook_id, customer_id, event: 'user.verified', subject: 'x', payload: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivered = deliverWebhook(
    { db: database.db, events: dies, log, post: { privateAllowed: true } },
    { deliveryId },
  );
  await expect(delivered).rejects.toThrow('killed');
  const [event] = await leftToTell();
  if (event?.type !== 'notified') throw new Error(`Nothing is left to tell of it: ${event?.type}`);
  expect([...event.parties].sort()).toEqual([`user:${alice}`, `user:${bob}`].sort());
});

it('of a call that was missed, and of its history', async () => {
  const customerId = await defaultCustomer(database.db);
  const identity = (id: UserId, name: string) => ({
    party: { kind: 'user', id, name } as const,
    key: partyKey({ kind: 'user', id }),
    customerId,
    historyId: id,
  });
  const [caller, callee] = [identity(alice, 'Alice'), identity(bob, 'Bob')];
  const calling = newParticipant({ identity: caller, peer: callee, outgoing: true, pairId: null });
  const called = newParticipant({ identity: callee, peer: caller, outgoing: false, pairId: null });
  const at = Date.now();
  const state: EndedState = {
    tag: 'ended',
    reason: 'no-answer',
    answered: false,
    startedAt: at,
    endedAt: at,
    durationS: 0,
  };
  const call = {
    id: randomUUID() as CallId,
    participants: new Map([
      ['caller' as const, calling],
      ['callee' as const, called],
    ]),
    isInvitation: false,
    leg: 0,
    state,
  };
  const writing = new Set<Promise<void>>();
  const record = new CallRecord(
    {
      db: database.db,
      serverId: randomUUID() as ServerId,
      events: dies,
      log,
      closing: AbortSignal.abort(),
      writing,
      news: { callChanged() {} },
      onTaken: () => {},
    },
    call,
    false,
  );
  record.leave([calling, called], state, true);
  await Promise.all(writing);
  expect(await leftToTell()).toEqual([
    { type: 'notified', parties: [`user:${bob}`] },
    { type: 'connections-changed', parties: [`user:${alice}`, `user:${bob}`] },
  ]);
  const rows = await database.db
    .selectFrom('connections')
    .where('call_id', '=', call.id)
    .select('user_id')
    .execute();
  expect(rows.map(({ user_id }) => user_id).sort()).toEqual([alice, bob].sort());
});
