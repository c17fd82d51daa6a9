import Fastify from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { PartyKey } from '#protocol/party.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Auth, createAuth } from '#server/auth/auth.ts';
import type { Change } from '#server/auth/change.ts';
import { registerJwt } from '#server/auth/jwt.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { LIMITS_POOL_SIZE } from '#server/limits/count-within.ts';
import { createLinks } from '#server/links.ts';
import type { Mail } from '#server/mail/mail-content.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';

/** For tests: `Auth` on a real database, with what it published and what it mailed. */
export interface TestAuth {
  readonly db: Db;
  readonly auth: Auth;
  readonly events: DomainEvent[];
  readonly mails: Mail[];
  /** Runs a change in a transaction and keeps its events once it has been committed. */
  change<Result>(work: (change: Change) => Promise<Result>): Promise<Result>;
  /** A verified user of the default customer, with that password. */
  makeUser(mail: string, password: string): Promise<string>;
}

export const PASSWORD = 'correct horse battery';
export const TEST_AUTH_SECRET = 'a secret for tests, long enough';
export const ADDRESS = '192.0.2.1';

/** Set up before all tests of a file, and taken down after them. */
export function setUpTestAuth(
  limits: { perAccount?: number; perAccountAnywhere?: number; perAddress?: number } = {},
): TestAuth {
  let database: TestDatabase;
  let db: Db;
  let limitsDb: Db;
  let auth: Auth;
  const events: DomainEvent[] = [];
  const mails: Mail[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, poolSize: 4, connectTimeoutMs: 3_000 });
    limitsDb = openDatabase({ url: database.url, poolSize: LIMITS_POOL_SIZE });
    const fastify = Fastify();
    await registerJwt(fastify, { secret: TEST_AUTH_SECRET, lifeMinutes: 15 });
    auth = createAuth({
      db,
      limitsDb,
      events: { publish: (event) => events.push(event), subscribe: () => () => undefined },
      links: createLinks('http://localhost:3000'),
      queueMail: async (_trx, mail) => {
        mails.push(mail);
        return new Date();
      },
      queueWebhookEvent,
      jwt: fastify.jwt,
      secret: TEST_AUTH_SECRET,
      config: {
        refreshTokenDays: 30,
        attemptWindowMinutes: 15,
        attemptsPerAccount: limits.perAccount ?? 1_000,
        attemptsPerAccountAnywhere: limits.perAccountAnywhere ?? 1_000,
        attemptsPerAddress: limits.perAddress ?? 1_000,
        mailRequestsPerNetworkDay: 10_000,
        deviceRequestsPerDay: 10_000,
      },
    });
  });
  afterAll(async () => {
    await Promise.all([db.destroy(), limitsDb.destroy()]);
    await database.drop();
  });

  const change: TestAuth['change'] = async (work) => {
    const said: DomainEvent[] = [];
    const result = await db
      .transaction()
      .execute((trx) => work({ db: trx, publish: (event) => said.push(event) }));
    events.push(...said);
    return result;
  };

  return {
    get db() {
      return db;
    },
    get auth() {
      return auth;
    },
    events,
    mails,
    change,
    async makeUser(mail, password) {
      const id = await change((context) =>
        auth.accounts.signUp(context, { mail, password, nickname: '', lang: 'en', address: ADDRESS }),
      );
      await db.updateTable('users').set({ state: 'VERIFIED' }).where('id', '=', id).execute();
      return id;
    },
  };
}

/** Token and target of the newest mailed link. */
export function lastLink(mails: readonly Mail[]): { readonly token: string; readonly target: string } {
  const link = mails.at(-1)?.content.link;
  if (link === undefined) throw new Error('No mail was queued');
  const { searchParams } = new URL(link);
  return { token: searchParams.get('token') ?? '', target: searchParams.get('target') ?? '' };
}

export const userKey = (id: string): PartyKey => `user:${id}`;
