import { accessSync, constants } from 'node:fs';

/** Where distributions and Google put it. Ubuntu's `chromium` package is a stub for a snap, but installs the second. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser for the browser tests: `CHROMIUM_BIN`, or the one that is installed; undefined if there is none. */
export const findChromium = (environment: NodeJS.ProcessEnv): string | undefined =>
  environment.CHROMIUM_BIN || PLACES.find(isExecutable);
