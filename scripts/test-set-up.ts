import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { startEphemeralDatabase } from './embedded-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's cluster; its database is the migrated template that `createTestDatabase` clones. */
    templateUrl: string;
  }
}

/** Once a run of unit tests: one throw-away cluster, with a migrated database as the template of all others. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const database = await startEphemeralDatabase();
  try {
    const db = openDatabase({ url: database.url });
    try {
      await migrate(db, database.url);
    } finally {
      // A template must have no connections while it is cloned.
      await db.destroy();
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
  project.provide('templateUrl', database.url);
  return () => database.stop();
}
