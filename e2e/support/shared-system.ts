import type { TestProject } from 'vitest/node';
import { cloneDatabase } from '#scripts/test-database.ts';
import { endEarly } from '#scripts/test-run/early-end.ts';
import setUpDatabase from '#scripts/test-set-up.ts';
import { SHARED_SYSTEM } from './results.ts';
import { startSystem } from './start-system.ts';
import { watchSystem } from './watch-system.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The system that files of browser tests share, unless they start their own. */
    sharedSystem: { readonly port: number; readonly pid: number; readonly databaseUrl: string };
  }
}

/** All files come from one network address, and want at once what people want over a day. */
const ENVIRONMENT = {
  REST_REQUESTS_PER_MINUTE: '1000000',
  GUESTS_PER_ADDRESS: '1000',
  GUEST_SESSIONS_PER_MINUTE: '1000',
  MAIL_REQUESTS_PER_NETWORK_DAY: '10000',
  DEVICE_REQUESTS_PER_DAY: '1000',
  AUTH_ATTEMPTS_PER_ACCOUNT: '1000',
  AUTH_ATTEMPTS_PER_ADDRESS: '1000',
  MAIL_LINK_REPEAT_SECONDS: '0',
  MAIL_INVITATION_REPEAT_MINUTES: '0',
  // Push services of the tests' own.
  WEB_PUSH_PRIVATE_ADDRESSES: 'true',
  // Receivers of webhooks likewise.
  WEBHOOK_PRIVATE_ADDRESSES: 'true',
  // The disk of a machine for tests may be nearly full.
  RECORDING_MIN_FREE_MB: '0',
};

/** Once a run of browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  stack.defer(await setUpDatabase(project));
  const { url: databaseUrl } = await cloneDatabase(project.getProvidedContext().templateUrl);
  const system = await startSystem({ name: SHARED_SYSTEM, databaseUrl, environment: ENVIRONMENT });
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
