import type { TestProject } from 'vitest/node';
import { cloneDatabase } from '#scripts/test-database.ts';
import setUpDatabase from '#scripts/test-set-up.ts';
import { startSystem } from './start-system.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The system that files of browser tests share, unless they start their own. */
    sharedSystem: { readonly port: number; readonly databaseUrl: string };
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
  // Long enough for a page that is reloaded, and soon over for one that has gone.
  SESSION_GRACE_SECONDS: '10',
  // The disk of a machine for tests may be nearly full.
  RECORDING_MIN_FREE_MB: '0',
};

/** Once a run of browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  stack.defer(await setUpDatabase(project));
  const { url: databaseUrl } = await cloneDatabase(project.getProvidedContext().templateUrl);
  const system = await startSystem({ name: 'shared', databaseUrl, environment: ENVIRONMENT });
  stack.defer(() => system.stop());
  project.provide('sharedSystem', { port: system.port, databaseUrl });
  const kept = stack.move();
  return () => kept.disposeAsync();
}
