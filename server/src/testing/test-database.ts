import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type DatabaseOptions, type Db, openDatabase } from '#server/db/database.ts';

/**
 * Registers a migrated database and a connection to it for all tests of a file, or for each of them. The connection may be
 * used from the tests' own set-up on.
 */
export function setUpTestDatabase({
  per = 'file',
  ...options
}: Omit<DatabaseOptions, 'url'> & { readonly per?: 'file' | 'test' } = {}): {
  readonly db: Db;
  readonly url: string;
} {
  let database: TestDatabase;
  let db: Db;
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    database = await createTestDatabase();
    db = openDatabase({ ...options, url: database.url });
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });
  return {
    get db() {
      return db;
    },
    get url() {
      return database.url;
    },
  };
}
