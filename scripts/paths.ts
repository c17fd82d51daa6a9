import { join } from 'node:path';

/** The clone. */
export const ROOT = join(import.meta.dirname, '..');

/** The media worker of `npm run setup`, where service managers find it, whichever user they run as. */
export const SET_UP_WORKER = join(ROOT, 'dist/mediasoup-worker');

/** What a package installed as a command; run through `process.execPath`, since the machine's own Node may be old. */
export const packageFile = (path: string): string => join(ROOT, 'node_modules', path);
