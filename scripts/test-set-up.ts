import type { TestProject } from 'vitest/node';
import { startEphemeralDatabase } from './ephemeral-database.ts';
import { endEarly } from './test-run/early-end.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's cluster; its database is the migrated template that `createTestDatabase` clones. */
    templateUrl: string;
  }
}

/** Once a run of unit tests: one throw-away cluster, with a migrated database as the template of all others. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const database = await startEphemeralDatabase();
  project.provide('templateUrl', database.url);
  void database.ended().then((reason) => endEarly(project.vitest, reason));
  return () => database.stop();
}
