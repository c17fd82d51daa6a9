import { join } from 'node:path';

/** The clone. */
export const ROOT = join(import.meta.dirname, '..');

/** What a package installed as a command; run through `process.execPath`, since the machine's own Node may be old. */
export const packageFile = (path: string): string => join(ROOT, 'node_modules', path);
