import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CallId, CustomerId, Id, UserId } from '#protocol/ids.ts';
import { MAX_WEBHOOKS } from '#protocol/limits.ts';
import type { WebhookEventName } from '#protocol/rest/resources/webhook.ts';
import { watchDatabaseOutages } from '#server/db/outage-watch.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { type Jobs, startJobs } from '#server/jobs/jobs.ts';
import { eventually } from '#server/testing/eventually.ts';
import { insertWebhook } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { callEnded, callStarted } from './call-event.ts';
import { type DeliverDeps, deliverWebhook, deliverWebhooks, redeliver } from './deliver.ts';
import { rescueDeliveries } from './delivery-queue.ts';
import { queueWebhookEvent } from './queue-event.ts';
import { sendTestEvent } from './send-test.ts';
import { newWebhookSecret, secretText } from './signature.ts';
import type { WebhookEvent } from './webhook-event.ts';

const log = createLog({ name: 'test', level: 'silent' });
const POLL_INTERVAL_MS = 100;
const RETRY_DELAYS_MS = [50, 50, 50];
const ATTEMPT_TIMEOUT_MS = 300;
const PAUSES_MS = [50];
/** Where no attempt is to time out. */
const PATIENT_MS = 30_000;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An operator's server. `answer`: the status of the nth request; undefined: none ever comes. */
async function startReceiver(answer: (count: number) => number | undefined, location?: string) {
  const received: Received[] = [];
  let open = 0;
  let mostOpen = 0;
  const server: Server = createServer((request, reply) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    reply.on('close', () => {
      open -= 1;
    });
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const status = answer(received.length);
      if (status !== undefined) reply.writeHead(status, location ? { location } : {}).end('thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook?from=hibiki`,
    received,
    get open() {
      return open;
    },
    get mostOpen() {
      return mostOpen;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const database = setUpTestDatabase();
let customerId: CustomerId;
let count = 0;
const said: DomainEvent[] = [];
/** Mails whose turn in the job queue came. */
const mailed: string[] = [];
const receivers: Receiver[] = [];
const running: Jobs[] = [];

beforeEach(async () => {
  said.length = 0;
  mailed.length = 0;
  ({ id: customerId } = await database.db
    .insertInto('customers')
    .values({ name: `customer ${++count}` })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) receiver.close();
  await Promise.all(running.splice(0).map((jobs) => jobs.close()));
});

function startServer(options: Partial<DeliverDeps> = {}): Jobs {
  const deps: DeliverDeps = {
    db: database.db,
    events: { publish: (event) => said.push(event) },
    log,
    post: { privateAllowed: true, timeoutMs: ATTEMPT_TIMEOUT_MS },
    retryDelaysMs: RETRY_DELAYS_MS,
    pausesMs: PAUSES_MS,
    ...options,
  };
  const jobs = startJobs({
    url: database.url,
    log,
    databaseOutages: watchDatabaseOutages(database.db, log),
    schedule: [],
    pollIntervalMs: POLL_INTERVAL_MS,
    jobs: {
      'deliver-webhooks': (payload) => deliverWebhooks(deps, payload, false),
      'deliver-to-slow-webhooks': (payload) => deliverWebhooks(deps, payload, true),
      'deliver-webhook': (payload) => deliverWebhook(deps, payload),
      'send-mail': async ({ mailId }) => {
        mailed.push(mailId);
      },
    },
  });
  running.push(jobs);
  return jobs;
}

async function receive(answer: (count: number) => number | undefined = () => 204, location?: string) {
  const receiver = await startReceiver(answer, location);
  receivers.push(receiver);
  return receiver;
}

async function makeWebhook(
  url: string,
  options: {
    readonly events?: WebhookEventName[];
    readonly failingDays?: number;
    readonly of?: CustomerId;
    readonly former?: Buffer;
  } = {},
) {
  const { events = ['user.verified'], failingDays, of = customerId, former } = options;
  const secret = newWebhookSecret();
  const { id } = await insertWebhook(database.db, of, {
    name: 'Ours',
    url,
    events,
    secret,
    ...(former && { previous_secret: former, previous_secret_until: new Date(Date.now() + 60_000) }),
    failing_since: failingDays === undefined ? null : new Date(Date.now() - failingDays * 86_400_000),
  });
  return { id, secret };
}

const event = (subject: string, customers: readonly CustomerId[] = [customerId]) => ({
  name: 'user.verified' as const,
  customerIds: customers,
  subject,
  timestamp: '2026-11-21T05:00:00.000Z',
  data: { userId: subject as UserId, email: 'ハナ@example.com', name: 'ハナ' },
});
const queue = (subject: string = crypto.randomUUID()) =>
  database.db.transaction().execute((trx) => queueWebhookEvent(trx, event(subject)));
const deliveries = (webhookId: Id<'webhook'>) =>
  database.db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .orderBy('id')
    .selectAll()
    .execute();
const settled = async (webhookId: Id<'webhook'>, state: 'DELIVERED' | 'FAILED') =>
  await eventually(async () => {
    const rows = await deliveries(webhookId);
    expect(rows.map((row) => row.state)).toEqual(rows.map(() => state));
    const [first] = rows;
    if (!first) throw new Error('There is no delivery');
    return first;
  });

const webhookRow = (id: Id<'webhook'>) =>
  database.db.selectFrom('webhooks').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
/** Only jobs that are being worked on are left, as many as attempts are open. */
const waitForIdleJobs = () =>
  eventually(async () => {
    const { rows } = await sql<{ due: number }>`
      select count(*)::integer as due from graphile_worker.jobs where locked_at is null and run_at <= now()`.execute(
      database.db,
    );
    expect(rows[0]?.due).toBe(0);
  });

describe('an event', () => {
  it('reaches the webhook signed, as the library of the standard verifies it', async () => {
    const receiver = await receive();
    const { id, secret } = await makeWebhook(receiver.url);
    // A busy machine may take longer than the others' attempts for the first one.
    startServer({ post: { privateAllowed: true, timeoutMs: PATIENT_MS } });
    const subject = crypto.randomUUID();
    await queue(subject);
    const delivery = await settled(id, 'DELIVERED');
    expect(delivery).toMatchObject({
      attempts: 1,
      last_status: 204,
      next_attempt_at: null,
      last_error: null,
      last_answer: '',
    });
    expect(delivery.last_duration_ms).toBeGreaterThanOrEqual(0);
    const [request] = receiver.received;
    if (!request) throw new Error('nothing received');
    const verified = new Webhook(secretText(secret)).verify(
      request.body,
      request.headers as Record<string, string>,
    );
    expect(verified).toEqual({
      type: 'user.verified',
      timestamp: '2026-11-21T05:00:00.000Z',
      data: { userId: subject, email: 'ハナ@example.com', name: 'ハナ' },
    });
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.id });
    const forged = () =>
      new Webhook(secretText(newWebhookSecret())).verify(
        request.body,
        request.headers as Record<string, string>,
      );
    expect(forged).toThrow();
  });

  it('is signed with the former secret too, while the receiver changes over', async () => {
    const receiver = await receive();
    const former = newWebhookSecret();
    const { id, secret } = await makeWebhook(receiver.url, { former });
    startServer();
    await queue();
    await settled(id, 'DELIVERED');
    const [request] = receiver.received;
    for (const each of [secret, former]) {
      new Webhook(secretText(each)).verify(request?.body ?? '', request?.headers as Record<string, string>);
    }
  });

  it('goes to those who want to hear of it, at its customers, and to no one else', async () => {
    const receiver = await receive();
    const { id: other } = await database.db
      .insertInto('customers')
      .values({ name: 'other' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ours = await makeWebhook(receiver.url);
    const deaf = await makeWebhook(receiver.url, { events: ['call.started'] });
    const theirs = await makeWebhook(receiver.url, { of: other });
    startServer();
    await queue();
    await settled(ours.id, 'DELIVERED');
    expect(await deliveries(deaf.id)).toEqual([]);
    expect(await deliveries(theirs.id)).toEqual([]);
  });

  it('is not told where its transaction is rolled back', async () => {
    const { id } = await makeWebhook((await receive()).url);
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await queueWebhookEvent(trx, event('x'));
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await deliveries(id)).toEqual([]);
  });

  it('is delivered once, though several servers queue it and run jobs', async () => {
    const receiver = await receive();
    const { id } = await makeWebhook(receiver.url);
    startServer();
    startServer();
    await Promise.all(['same', 'same', 'same', 'same'].map((subject) => queue(subject)));
    await settled(id, 'DELIVERED');
    await queue('same');
    // A second delivery would have come before the one that is queued later.
    await queue('last');
    await settled(id, 'DELIVERED');
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.userId)).toEqual(['same', 'last']);
  });
});

describe('a failing receiver', () => {
  it('is tried again, with the same id and a fresh time, until it takes the event', async () => {
    const receiver = await receive((nth) => (nth < 3 ? 500 : 200));
    const { id } = await makeWebhook(receiver.url);
    startServer();
    await queue();
    expect(await settled(id, 'DELIVERED')).toMatchObject({ attempts: 3, last_status: 200 });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { failing_since } = await database.db
      .selectFrom('webhooks')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(failing_since).toBeNull();
  });

  it('is given up after the last attempt, and can be sent to again', async () => {
    let broken = true;
    const receiver = await receive(() => (broken ? 503 : 200));
    const { id } = await makeWebhook(receiver.url);
    startServer();
    await queue();
    const failed = await settled(id, 'FAILED');
    expect(failed).toMatchObject({ attempts: 4, last_status: 503, last_error: 'Answered with 503' });
    broken = false;
    await database.db.transaction().execute((trx) => redeliver(trx, failed.id));
    expect(await settled(id, 'DELIVERED')).toMatchObject({ attempts: 1, last_status: 200 });
  });

  it('of a test event is asked once, and its answer kept, without consequences', async () => {
    const receiver = await receive(() => 500);
    const { id } = await makeWebhook(receiver.url);
    startServer();
    await database.db.transaction().execute((trx) => sendTestEvent(trx, { id, customer_id: customerId }));
    expect(await settled(id, 'FAILED')).toMatchObject({
      attempts: 1,
      last_status: 500,
      last_answer: 'thanks',
    });
    const webhook = await database.db
      .selectFrom('webhooks')
      .where('id', '=', id)
      .select(['enabled', 'failing_since'])
      .executeTakeFirstOrThrow();
    expect(webhook).toEqual({ enabled: true, failing_since: null });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
  });

  it('that does not answer is given up after a time', async () => {
    const { id } = await makeWebhook((await receive(() => undefined)).url);
    startServer({ retryDelaysMs: [] });
    await queue();
    expect(await settled(id, 'FAILED')).toMatchObject({ last_status: null, last_error: 'Timed out' });
  });

  it('that sends elsewhere is not followed', async () => {
    const elsewhere = await receive();
    const { id } = await makeWebhook((await receive(() => 302, elsewhere.url)).url);
    startServer({ retryDelaysMs: [] });
    await queue();
    expect(await settled(id, 'FAILED')).toMatchObject({
      last_status: 302,
      last_error: 'Redirects are not followed',
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('that is not there is told by a reason without addresses', async () => {
    const receiver = await receive();
    receiver.close();
    const { id } = await makeWebhook(receiver.url);
    startServer({ retryDelaysMs: [] });
    await queue();
    expect(await settled(id, 'FAILED')).toMatchObject({ last_error: 'Failed: ECONNREFUSED' });
  });

  it('holds up no one else', async () => {
    const slow = await receive(() => undefined);
    const quick = await receive();
    const stuck = await makeWebhook(slow.url);
    startServer({ retryDelaysMs: [], post: { privateAllowed: true, timeoutMs: 1_500 } });
    await Promise.all(Array.from({ length: 5 }, () => queue()));
    const fine = await makeWebhook(quick.url);
    await queue();
    await settled(fine.id, 'DELIVERED');
    expect((await deliveries(stuck.id)).some(({ state }) => state === 'PENDING')).toBe(true);
    await settled(stuck.id, 'FAILED');
    expect(slow.mostOpen).toBe(2);
    expect(slow.received).toHaveLength(6);
  });

  it('that never answers holds up neither the webhooks of other customers nor mails', async () => {
    const tarpit = await receive(() => undefined);
    for (let made = 0; made < MAX_WEBHOOKS; made += 1) await makeWebhook(tarpit.url);
    const { id: other } = await database.db
      .insertInto('customers')
      .values({ name: 'neighbour' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const quick = await receive();
    const fine = await makeWebhook(quick.url, { of: other });
    startServer({ post: { privateAllowed: true, timeoutMs: PATIENT_MS } });
    for (const _ of Array(5)) await queue();
    await eventually(() => expect(tarpit.open).toBeGreaterThan(0));
    await database.db
      .transaction()
      .execute((trx) => queueWebhookEvent(trx, event(crypto.randomUUID(), [other])));
    await addJob(database.db, 'send-mail', { mailId: 'urgent' });
    await settled(fine.id, 'DELIVERED');
    await eventually(() => expect(mailed).toEqual(['urgent']));
    // Not one of them was answered or given up meanwhile, and there were more to come.
    expect(tarpit.open).toBe(tarpit.received.length);
    expect(tarpit.mostOpen).toBeLessThanOrEqual(4);
  });

  it('that times out is not sent to in a pause, and everything follows once it answers', async () => {
    let stuck = true;
    const receiver = await receive(() => (stuck ? undefined : 200));
    const { id } = await makeWebhook(receiver.url);
    startServer({ pausesMs: [PATIENT_MS], post: { privateAllowed: true, timeoutMs: 1_000 } });
    await queue('first');
    await eventually(async () => expect((await webhookRow(id)).paused_until).toBeInstanceOf(Date));
    for (const subject of ['second', 'third', 'fourth']) await queue(subject);
    // Sent to another receiver of the same customer after them: their turn has come by then.
    const witness = await makeWebhook((await receive()).url);
    await queue('fifth');
    await settled(witness.id, 'DELIVERED');
    expect(receiver.received).toHaveLength(1);
    stuck = false;
    const [last] = (await deliveries(id)).toReversed();
    if (!last) throw new Error('There is no delivery');
    await database.db.transaction().execute((trx) => redeliver(trx, last.id));
    await settled(id, 'DELIVERED');
    expect(await webhookRow(id)).toMatchObject({ paused_until: null, timeouts: 0, slow: false });
    expect(await deliveries(id)).toHaveLength(5);
  });

  it('that times out again and again is tried after ever longer pauses, one delivery at a time', async () => {
    const receiver = await receive(() => undefined);
    const { id } = await makeWebhook(receiver.url);
    const longPauseMs = 3_600_000;
    startServer({ pausesMs: [50, 50, longPauseMs] });
    for (const _ of Array(6)) await queue();
    const pause = async () => ((await webhookRow(id)).paused_until?.getTime() ?? 0) - Date.now();
    await eventually(async () => expect(await pause()).toBeGreaterThan(longPauseMs / 2));
    expect(await webhookRow(id)).toMatchObject({ timeouts: 3, slow: true });
    // Two at first, then one to try.
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    expect((await deliveries(id)).every(({ state }) => state === 'PENDING')).toBe(true);
  });

  it('that is tried out in a pause gets the test before what waits', async () => {
    let stuck = true;
    const receiver = await receive(() => (stuck ? undefined : 200));
    const { id } = await makeWebhook(receiver.url);
    startServer({
      pausesMs: [PATIENT_MS],
      retryDelaysMs: [0],
      post: { privateAllowed: true, timeoutMs: 1_000 },
    });
    await queue();
    await eventually(async () => expect((await webhookRow(id)).paused_until).toBeInstanceOf(Date));
    stuck = false;
    await database.db.transaction().execute((trx) => sendTestEvent(trx, { id, customer_id: customerId }));
    await settled(id, 'DELIVERED');
    const types = receiver.received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual(['user.verified', 'webhook.test', 'user.verified']);
  });

  it('that takes long leaves the slots of quick ones free, also for the same customer', async () => {
    const slow = await receive(() => undefined);
    for (let made = 0; made < MAX_WEBHOOKS - 1; made += 1) {
      const { id } = await makeWebhook(slow.url);
      await database.db.updateTable('webhooks').set({ slow: true }).where('id', '=', id).execute();
    }
    startServer({ post: { privateAllowed: true, timeoutMs: PATIENT_MS } });
    await queue();
    await eventually(() => expect(slow.open).toBe(2));
    const quick = await makeWebhook((await receive()).url);
    await queue();
    await settled(quick.id, 'DELIVERED');
    expect(slow.received).toHaveLength(2);
  });

  it('keeps to its share over all servers', async () => {
    const tarpit = await receive(() => undefined);
    for (let made = 0; made < MAX_WEBHOOKS; made += 1) await makeWebhook(tarpit.url);
    for (const _ of Array(3)) startServer({ post: { privateAllowed: true, timeoutMs: PATIENT_MS } });
    for (const _ of Array(5)) await queue();
    await eventually(() => expect(tarpit.open).toBe(4));
    await waitForIdleJobs();
    expect(tarpit.received).toHaveLength(4);
  });
});

describe('a job of the version before', () => {
  it('delivers what it was queued for', async () => {
    const receiver = await receive();
    const { id } = await makeWebhook(receiver.url);
    const { id: deliveryId } = await database.db
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: id,
        customer_id: customerId,
        event: 'user.verified',
        subject: 'x',
        payload: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    startServer();
    await addJob(database.db, 'deliver-webhook', { deliveryId });
    await settled(id, 'DELIVERED');
  });
});

describe('a restart', () => {
  it('between two attempts loses and doubles nothing', async () => {
    let broken = true;
    const receiver = await receive(() => (broken ? 500 : 200));
    const { id } = await makeWebhook(receiver.url);
    const first = startServer({ retryDelaysMs: [1_000] });
    await queue();
    await eventually(async () => {
      expect(await deliveries(id)).toMatchObject([{ attempts: 1, sending_at: null, last_status: 500 }]);
    });
    await first.close();
    broken = false;
    startServer();
    expect(await settled(id, 'DELIVERED')).toMatchObject({ attempts: 2 });
    expect(receiver.received).toHaveLength(2);
  });

  it('in the middle of an attempt is made good', async () => {
    const receiver = await receive();
    const { id } = await makeWebhook(receiver.url);
    await queue();
    // As a server that was killed leaves it: claimed, and its job gone.
    const longAgo = new Date(Date.now() - 120_000);
    await database.db
      .updateTable('webhook_deliveries')
      .set({ sending_at: longAgo, next_attempt_at: longAgo })
      .where('webhook_id', '=', id)
      .execute();
    await database.db.deleteFrom('graphile_worker._private_jobs' as never).execute();
    startServer();
    await rescueDeliveries(database.db);
    await settled(id, 'DELIVERED');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a webhook', () => {
  const makeManager = async () => {
    const { id } = await database.db
      .insertInto('users')
      .values({
        mail: `boss${count}@example.com`,
        password_hash: 'x',
        customer_id: customerId,
        is_manager: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('customer_managers')
      .values({ customer_id: customerId, user_id: id })
      .execute();
    return id;
  };

  it.each([
    { when: 'has failed for days', status: 500, failingDays: 6 },
    { when: 'says that it is gone', status: 410 },
  ])('that $when is disabled, and the managers are told', async ({ status, failingDays }) => {
    const manager = await makeManager();
    const receiver = await receive(() => status);
    const { id } = await makeWebhook(receiver.url, failingDays === undefined ? {} : { failingDays });
    startServer();
    await queue();
    await settled(id, 'FAILED');
    const webhook = await database.db
      .selectFrom('webhooks')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(webhook.enabled).toBe(false);
    const notifications = await database.db
      .selectFrom('notifications')
      .where('user_id', '=', manager)
      .selectAll()
      .execute();
    expect(notifications).toMatchObject([{ title_en: 'Webhook disabled' }]);
    expect(said).toEqual([{ type: 'notified', parties: [`user:${manager}`] }]);
    // Nothing is queued for it any more.
    await queue();
    expect(await deliveries(id)).toHaveLength(1);
  });

  it('that is disabled meanwhile gets nothing of what was waiting', async () => {
    const receiver = await receive();
    const { id } = await makeWebhook(receiver.url);
    await queue();
    await database.db.updateTable('webhooks').set({ enabled: false }).where('id', '=', id).execute();
    startServer();
    expect(await settled(id, 'FAILED')).toMatchObject({ last_error: 'The webhook is disabled' });
    expect(receiver.received).toEqual([]);
  });
});

describe('calls', () => {
  it('are told when they start and end, once, however often that is queued', async () => {
    const receiver = await receive();
    const { id } = await makeWebhook(receiver.url, { events: ['call.started', 'call.ended'] });
    startServer();
    const call = {
      callId: crypto.randomUUID() as CallId,
      kind: 'direct' as const,
      parties: [{ kind: 'user' as const, id: crypto.randomUUID(), name: 'Hana' }],
      startedAt: '2026-11-21T05:00:00.000Z',
    };
    const told = { customerIds: [customerId], call };
    const queue = (event: WebhookEvent) =>
      database.db.transaction().execute((trx) => queueWebhookEvent(trx, event));
    await Promise.all([queue(callStarted(told)), queue(callStarted(told))]);
    await queue(callEnded(told, new Date('2026-11-21T05:01:30Z'), 'hung-up'));
    expect(await deliveries(id)).toHaveLength(2);
    await settled(id, 'DELIVERED');
    const received = receiver.received.map(({ body }) => JSON.parse(body));
    expect(received.toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))).toEqual([
      { type: 'call.started', timestamp: call.startedAt, data: call },
      {
        type: 'call.ended',
        timestamp: '2026-11-21T05:01:30.000Z',
        data: { ...call, endedAt: '2026-11-21T05:01:30.000Z', reason: 'hung-up', durationS: 90 },
      },
    ]);
  });
});
