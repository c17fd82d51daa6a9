import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import type { DatabaseOptions } from '#server/db/database.ts';
import { type OpenApi, openTestApi, type TestApi, type TestLimits } from './open-test-api.ts';

/** Set up before all tests of a file, and taken down after them. */
export function setUpTestApi(
  pool: Omit<DatabaseOptions, 'url'> = {},
  /** Where the database is reached, if not directly. */
  reach: (url: string) => Promise<string> = async (url) => url,
  limits: TestLimits = {},
  /** None by default. */
  webPushKey?: string,
): TestApi {
  let database: TestDatabase;
  let open: OpenApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    open = await openTestApi({
      database: { url: await reach(database.url), ...pool },
      limitsUrl: database.url,
      limits,
      ...(webPushKey !== undefined && { webPushKey }),
    });
  });
  afterAll(async () => {
    await open.close();
    await database.drop();
  });

  return {
    get db() {
      return open.db;
    },
    get auth() {
      return open.auth;
    },
    get fastify() {
      return open.fastify;
    },
    get changes() {
      return open.changes;
    },
    get events() {
      return open.events;
    },
    get mails() {
      return open.mails;
    },
    get presence() {
      return open.presence;
    },
    get taskNotices() {
      return open.taskNotices;
    },
    workOnTask: (id) => open.workOnTask(id),
    request: (...asked) => open.request(...asked),
    get: (...asked) => open.get(...asked),
    post: (...asked) => open.post(...asked),
    put: (...asked) => open.put(...asked),
    patch: (...asked) => open.patch(...asked),
    delete: (...asked) => open.delete(...asked),
    signIn: (...asked) => open.signIn(...asked),
    makeCustomer: (...made) => open.makeCustomer(...made),
    makeUser: (...made) => open.makeUser(...made),
    makeAdmin: (...made) => open.makeAdmin(...made),
    makeDevice: (...made) => open.makeDevice(...made),
    makePair: (...made) => open.makePair(...made),
    makeGroup: (...made) => open.makeGroup(...made),
  };
}
