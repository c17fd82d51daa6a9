import { join } from 'node:path';

/** What browser tests leave behind: logs of systems, and of each test that failed screenshots, consoles and logs. */
export const RESULTS = join(import.meta.dirname, '..', '..', 'test-results');

/** The log of a system, by its name. */
export const logFileOf = (name: string): string => join(RESULTS, 'logs', `${name}.log`);

/** The name of the system that files share. */
export const SHARED_SYSTEM = 'shared';
