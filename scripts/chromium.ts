import { accessSync, constants, readFileSync } from 'node:fs';

/** Where distributions and Google put it. Ubuntu's `chromium` package is a stub for a snap, but installs the second. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** Chromium's engine without the browser around it. Debian has a package of it, Ubuntu has none. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

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

/** The browser for tests that need no desktop: `CHROMIUM_SHELL_BIN`, the headless shell, or Chromium itself. */
export const findHeadlessShell = (environment: NodeJS.ProcessEnv): string | undefined =>
  environment.CHROMIUM_SHELL_BIN ||
  (isExecutable(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium(environment));

const isDebian = (): boolean => {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
};

/** The packages that bring both, without what is there already. */
export function missingBrowserPackages(environment: NodeJS.ProcessEnv): readonly string[] {
  const hasShell = environment.CHROMIUM_SHELL_BIN || isExecutable(HEADLESS_SHELL) || !isDebian();
  return [
    ...(findChromium(environment) ? [] : ['chromium']),
    ...(hasShell ? [] : ['chromium-headless-shell']),
  ];
}
