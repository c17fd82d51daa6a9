import type { TestProject } from 'vitest/node';
import { cloneDatabase } from '#scripts/test-database.ts';
import { endEarly } from '#scripts/test-run/early-end.ts';
import setUpDatabase from '#scripts/test-set-up.ts';
import { RELAXED_LIMITS } from './relaxed-limits.ts';
import { SHARED_SYSTEM } from './results.ts';
import { startSystem } from './start-system.ts';
import { watchSystem } from './watch-system.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The system that files of browser tests share, unless they start their own. */
    sharedSystem: { readonly port: number; readonly pid: number; readonly databaseUrl: string };
  }
}

/** Once a run of browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  stack.defer(await setUpDatabase(project));
  const { url: databaseUrl } = await cloneDatabase(project.getProvidedContext().templateUrl);
  const system = await startSystem({ name: SHARED_SYSTEM, databaseUrl, environment: RELAXED_LIMITS });
  stack.defer(() => system.stop());
  const end = new AbortController();
  stack.defer(() => end.abort());
  project.provide('sharedSystem', { port: system.port, pid: system.pid, databaseUrl });
  void watchSystem(system, end.signal)
    .catch((error: unknown) => `The system that tests share cannot be watched: ${error}`)
    .then((reason) => {
      if (reason !== undefined) endEarly(project.vitest, reason);
    });
  const kept = stack.move();
  return () => kept.disposeAsync();
}
