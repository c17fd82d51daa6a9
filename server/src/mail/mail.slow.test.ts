import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { SLOW } from '#platform/testing/slow.ts';
import type { Id, UserId } from '#protocol/ids.ts';
import { watchDatabaseOutages } from '#server/db/outage-watch.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { type Jobs, startJobs } from '#server/jobs/jobs.ts';
import { defaultCustomer } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import type { Invitation } from './mail-content.ts';
import { undelivered } from './notify-sender.ts';
import { createQueueMail } from './queue-mail.ts';
import { rescueMails, sendMail } from './send-mail.ts';
import { createSmtpTransport } from './smtp.ts';
import { TEST_SERVICE, UNLIMITED_MAIL } from './testing/unlimited-mail.ts';
import { MailRefused, type MailTransport, outboxTransport } from './transport.ts';

const silent = createLog({ name: 'test', level: 'silent' });
const queueMail = createQueueMail(UNLIMITED_MAIL, TEST_SERVICE);
const mail: Invitation = {
  to: 'alice@example.com',
  sender: '00000000-0000-7000-8000-000000000001' as UserId,
  about: 'pair:1',
  lang: 'ja',
  content: {
    kind: 'pair-invitation',
    inviter: { kind: 'user', nickname: 'ボブ <b>', mail: 'bob@example.com' },
    link: 'https://call.example.com/user/approval?token=t&target=1',
  },
};
const smtp = (port: number) =>
  createSmtpTransport({
    smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    from: 'Hibiki <no-reply@example.com>',
    publicUrl: 'https://call.example.com',
  });

const said: DomainEvent[] = [];
const database = setUpTestDatabase();
beforeEach(async () => {
  said.length = 0;
  await database.db.deleteFrom('mails').execute();
});

/** A mail server that keeps what it takes. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const taken: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      taken.push(Buffer.concat(chunks));
      callback();
    },
    ...options,
  });
  // A client that gives up is no fault of the test.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, taken, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}

const queued = async (): Promise<string> => {
  await database.db.transaction().execute((trx) => queueMail(trx, mail));
  const { id } = await database.db
    .selectFrom('mails')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
};
const send = (transport: MailTransport, mailId: string, isLast = false) =>
  sendMail(
    { db: database.db, events: { publish: (event) => said.push(event) }, transport, log: silent },
    { mailId },
    { isLast },
  );
const row = () =>
  database.db.selectFrom('mails').select(['sending_at', 'sent_at', 'failed_at']).executeTakeFirstOrThrow();
const textOf = (id: string) =>
  database.db
    .selectFrom('mails')
    .where('id', '=', id as Id<'mail'>)
    .select(['text', 'html'])
    .executeTakeFirstOrThrow();
const WITH_LINK = { text: expect.stringContaining('token=t'), html: expect.stringContaining('token=t') };
const WITHOUT_TEXT = { text: '', html: '' };
const NEVER_TRIED = { sending_at: null, sent_at: null, failed_at: null };

describe('a queued mail', () => {
  it('does not exist where the transaction that caused it is rolled back', async () => {
    const failed = database.db.transaction().execute(async (trx) => {
      await queueMail(trx, mail);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await database.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });

  it('arrives in the language of the reader, as text and as HTML, with its characters intact', async () => {
    const server = await startMailServer();
    const id = await queued();
    await send(smtp(server.port), id);
    await server.close();
    const [raw] = server.taken;
    const parsed = await PostalMime.parse(raw ?? '');
    expect(parsed).toMatchObject({
      from: { name: 'Hibiki', address: 'no-reply@example.com' },
      to: [{ address: 'alice@example.com' }],
      subject: '【Hibiki】招待が届いています（承認すると通話できます）',
      messageId: `<${id}@call.example.com>`,
    });
    expect(parsed.text).toContain('https://call.example.com/user/approval?token=t&target=1');
    expect(parsed.html).toContain('href="https://call.example.com/user/approval?token=t&amp;target=1"');
    expect(parsed.html).toContain('ボブ &lt;b&gt;');
    expect(parsed.html).toContain('<html lang="ja">');
    expect(await row()).toMatchObject({ sent_at: expect.any(Date), failed_at: null });
  });

  it('keeps no text, and with it no link, once it is sent (L5)', async () => {
    const id = await queued();
    expect(await textOf(id)).toEqual(WITH_LINK);
    await send({ deliver: async () => 'sent' }, id);
    expect(await textOf(id)).toEqual(WITHOUT_TEXT);
  });

  it.each([
    ['https://call.example.com', '', 'call.example.com'],
    ['http://203.0.113.10:3000', '', '[203.0.113.10]'],
    ['http://[2001:db8::7]:3000', '', '[IPv6:2001:db8::7]'],
    ['https://call.example.com', '&name=relay.example.net', 'relay.example.net'],
  ])('of %s greets the mail server %s as %s', async (publicUrl, option, name) => {
    const greetings: unknown[] = [];
    const server = await startMailServer({
      onMailFrom(_address, session, callback) {
        greetings.push(session.hostNameAppearsAs);
        callback();
      },
    });
    const smtpUrl = `smtp://127.0.0.1:${server.port}?ignoreTLS=true${option}`;
    const transport = createSmtpTransport({ smtpUrl, from: 'no-reply@example.com', publicUrl });
    await send(transport, await queued());
    await server.close();
    // The library of the test's server writes them small.
    expect(greetings).toEqual([name.toLowerCase()]);
  });

  it('comes from a sender with a mark in the name', async () => {
    const server = await startMailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}?ignoreTLS=true`;
    const from = '"Hibiki: Calls" <no-reply@example.com>';
    await send(createSmtpTransport({ smtpUrl, from, publicUrl: 'https://call.example.com' }), await queued());
    await server.close();
    expect((await PostalMime.parse(server.taken[0] ?? '')).from).toEqual({
      name: 'Hibiki: Calls',
      address: 'no-reply@example.com',
    });
  });

  it('keeps its text without a mail server, for the mailbox of developers', async () => {
    const id = await queued();
    await send(outboxTransport, id);
    expect(await textOf(id)).toEqual(WITH_LINK);
  });

  it('keeps its text when it is given up, to be sent again', async () => {
    const id = await queued();
    await send({ deliver: () => Promise.reject(new MailRefused('no such user')) }, id);
    expect(await textOf(id)).toEqual(WITH_LINK);
  });

  it('is sent once, however often its job runs', async () => {
    const server = await startMailServer();
    const id = await queued();
    await Promise.all([send(smtp(server.port), id), send(smtp(server.port), id)]);
    await send(smtp(server.port), id);
    await server.close();
    expect(server.taken).toHaveLength(1);
  });

  it('is tried again where no mail server answers', async () => {
    const server = await startMailServer();
    await server.close();
    const id = await queued();
    await expect(send(smtp(server.port), id)).rejects.toMatchObject({ code: 'ESOCKET' });
    expect(await row()).toEqual(NEVER_TRIED);
  });

  it('is tried again where the mail server says later', async () => {
    const later = Object.assign(new Error('greylisted'), { responseCode: 451 });
    const server = await startMailServer({ onRcptTo: (_to, _session, callback) => callback(later) });
    const id = await queued();
    await expect(send(smtp(server.port), id)).rejects.toMatchObject({ responseCode: 451 });
    await server.close();
    expect(await row()).toEqual(NEVER_TRIED);
  });

  it('is given up where the mail server refuses it for good', async () => {
    const never = Object.assign(new Error('no such user'), { responseCode: 550 });
    const server = await startMailServer({ onRcptTo: (_to, _session, callback) => callback(never) });
    const id = await queued();
    await send(smtp(server.port), id);
    await server.close();
    expect(await row()).toMatchObject({ sent_at: null, failed_at: expect.any(Date) });
  });

  it('is given up after the last attempt', async () => {
    const id = await queued();
    await send({ deliver: () => Promise.reject(new Error('down')) }, id, true);
    expect(await row()).toMatchObject({ sending_at: null, failed_at: expect.any(Date) });
  });

  it('is reported to the inviter when it cannot be delivered, until one can', async () => {
    const customer_id = await defaultCustomer(database.db);
    const { id: sender } = await database.db
      .insertInto('users')
      .values({ mail: 'bob@example.com', password_hash: 'x', customer_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const inviteBy = async (transport: MailTransport) => {
      await database.db.transaction().execute((trx) => queueMail(trx, { ...mail, sender }));
      const { id } = await database.db
        .selectFrom('mails')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      await send(transport, id);
      return [...(await undelivered(database.db, sender, ['Alice@example.com', 'carol@example.com']))];
    };
    expect(await inviteBy({ deliver: async () => Promise.reject(new MailRefused('no such user')) })).toEqual([
      'alice@example.com',
    ]);
    expect(said).toEqual([{ type: 'notified', parties: [`user:${sender}`] }]);
    expect(
      await database.db
        .selectFrom('notifications')
        .where('user_id', '=', sender)
        .select(['title_ja', 'title_en', 'contents_en'])
        .execute(),
    ).toEqual([
      {
        title_ja: '招待メールを送信できませんでした',
        title_en: 'Invitation not delivered',
        contents_en:
          'The invitation to alice@example.com could not be sent. Check the address, then invite again.',
      },
    ]);
    expect(await inviteBy(outboxTransport)).toEqual([]);
    expect(said).toHaveLength(1);
  });

  it.each(['after-greeting', 'when-asked-for-the-message', 'after-message'] as const)(
    'is tried again, as the same mail, where the line breaks %s',
    async (when) => {
      const broken = await startBreakingServer(when);
      const id = await queued();
      await expect(send(smtp(broken.port), id)).rejects.toThrow();
      await broken.close();
      expect(await row()).toEqual(NEVER_TRIED);
      const server = await startMailServer();
      await send(smtp(server.port), id);
      await server.close();
      expect(await row()).toMatchObject({ sent_at: expect.any(Date) });
      expect((await PostalMime.parse(server.taken[0] ?? '')).messageId).toBe(`<${id}@call.example.com>`);
    },
  );

  it('that was handed over stays so even where the database cannot be told', async () => {
    const id = await queued();
    const deliver = vi.fn(async () => {
      await database.db.schema.alterTable('mails').renameTo('mails_away').execute();
      return 'sent' as const;
    });
    await expect(send({ deliver }, id)).rejects.toThrow();
    await database.db.schema.alterTable('mails_away').renameTo('mails').execute();
    await send({ deliver }, id);
    expect(deliver).toHaveBeenCalledTimes(1);
  });
});

describe('the queue', () => {
  let jobs: Jobs | undefined;
  afterEach(() => jobs?.close());
  const start = (transport: MailTransport, deliverWebhook = () => Promise.resolve()) => {
    const nothing = () => Promise.resolve();
    jobs = startJobs({
      url: database.url,
      log: silent,
      databaseOutages: watchDatabaseOutages(database.db, silent),
      schedule: [],
      jobs: {
        'send-mail': (payload, attempt) =>
          sendMail(
            { db: database.db, events: { publish: (event) => said.push(event) }, transport, log: silent },
            payload,
            attempt,
          ),
        'send-reset-link': nothing,
        'send-verification-link': nothing,
        'rescue-mails': nothing,
        'remove-expired-tokens': nothing,
        'remove-old-mails': nothing,
        'deliver-webhook': deliverWebhook,
      },
    });
  };

  it('sends what is committed, at once', async () => {
    start(outboxTransport);
    await queued();
    await vi.waitFor(async () => expect((await row()).sent_at).toBeInstanceOf(Date), SLOW);
  });

  it('sends before anything that waits for servers of others', async () => {
    const { promise: unanswered, resolve: giveUp } = Promise.withResolvers<void>();
    for (let count = 0; count < 20; count += 1)
      await addJob(database.db, 'deliver-webhook', { deliveryId: randomUUID() });
    await queued();
    start(outboxTransport, () => unanswered);
    try {
      await vi.waitFor(async () => expect((await row()).sent_at).toBeInstanceOf(Date), SLOW);
    } finally {
      giveUp();
    }
  });

  it('tries again, with a pause, until it goes out', async () => {
    const server = await startMailServer();
    const deliver = vi
      .fn<MailTransport['deliver']>()
      .mockRejectedValueOnce(new Error('down'))
      .mockImplementation(smtp(server.port).deliver);
    start({ deliver });
    await queued();
    await vi.waitFor(async () => expect((await row()).sent_at).toBeInstanceOf(Date), SLOW);
    await server.close();
    expect(deliver).toHaveBeenCalledTimes(2);
    expect(server.taken).toHaveLength(1);
  });

  it('gets back a mail whose job was lost with its server', async () => {
    await queued();
    // As a server leaves it that was killed: the job is locked by a worker that is no more.
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes', locked_by = 'gone'`.execute(
      database.db,
    );
    await sql`update mails set created_at = now() - interval '10 minutes'`.execute(database.db);
    start(outboxTransport);
    await rescueMails(database.db);
    await vi.waitFor(async () => expect((await row()).sent_at).toBeInstanceOf(Date), SLOW);
  });

  it('leaves alone what is sent, refused, in doubt or waiting for its next attempt', async () => {
    await queued();
    await database.db.updateTable('mails').set({ sending_at: new Date() }).execute();
    await queued();
    await sql`update mails set created_at = now() - interval '10 minutes'`.execute(database.db);
    const jobsBefore = await sql`select id from graphile_worker.jobs`.execute(database.db);
    await rescueMails(database.db);
    const jobsAfter = await sql`select id from graphile_worker.jobs`.execute(database.db);
    expect(jobsAfter.rows).toEqual(jobsBefore.rows);
  });
});

describe('MailRefused', () => {
  it('is told from a failure that may pass', async () => {
    const full = Object.assign(new Error('message refused'), { responseCode: 552 });
    const server = await startMailServer({
      onData(stream, _session, callback) {
        stream.resume();
        stream.once('end', () => callback(full));
      },
    });
    const letter = { id: 'x', recipient: 'alice@example.com', subject: 's', text: 't', html: '<p>t</p>' };
    await expect(smtp(server.port).deliver(letter)).rejects.toBeInstanceOf(MailRefused);
    await server.close();
  });
});

type Break = 'after-greeting' | 'when-asked-for-the-message' | 'after-message';

/** A mail server that speaks just enough SMTP to break off at one point. */
async function startBreakingServer(when: Break) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    converse(socket, when);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function converse(socket: Socket, when: Break): void {
  let inMessage = false;
  let received = '';
  socket.write('220 test ESMTP\r\n');
  socket.on('data', (chunk) => {
    received += chunk.toString();
    if (inMessage) {
      if (when === 'when-asked-for-the-message') socket.resetAndDestroy();
      else if (received.endsWith('\r\n.\r\n')) socket.destroy();
      return;
    }
    for (const line of received.split('\r\n').slice(0, -1)) {
      if (when === 'after-greeting') socket.destroy();
      else if (line === 'DATA') {
        inMessage = true;
        socket.write('354 go ahead\r\n');
      } else socket.write('250 ok\r\n');
    }
    received = '';
  });
}
