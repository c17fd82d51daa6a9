import { readFile } from 'node:fs/promises';
import { withProgress } from './progress.mjs';
import { runCommand, tryCommand } from './run-command.ts';
import { SetUpError } from './set-up-error.ts';

/** Waits up to so many seconds for another apt that holds its lock. */
const APT_OPTIONS = ['-o', 'DPkg::Lock::Timeout=300'];

/** Which of some Debian packages are not installed. */
async function missingOf(packages: readonly string[]): Promise<string[]> {
  // It fails if one of them is unknown, but answers for all the others.
  const { output } = await tryCommand('dpkg-query', ['--list', ...packages]);
  // 'ii': wanted and installed. Names may carry an architecture, as in 'libuv1-dev:amd64'.
  const installed = new Set(Array.from(output.matchAll(/^ii\s+([^\s:]+)/gm), ([, name]) => name));
  return packages.filter((name) => !installed.has(name));
}

async function hasApt(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

/**
 * Makes sure that packages of the distribution are there: installs them when this is root on Debian or Ubuntu.
 *
 * @param packages Debian's names.
 * @param purpose ends the sentence 'These packages are needed …', as in 'to build the media worker'.
 * @throws SetUpError with the one command to run, where this may not install them.
 */
export async function ensureSystemPackages(packages: readonly string[], purpose: string): Promise<void> {
  if (!(await hasApt())) {
    throw new SetUpError(
      `These packages (Debian's names) are needed ${purpose}; install your system's equivalents: ${packages.join(' ')}`,
    );
  }
  const missing = await missingOf(packages);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new SetUpError(
      `Packages are needed ${purpose}. Run this, then the same command again:\n\n` +
        `  sudo apt-get update && sudo apt-get install --no-install-recommends ${missing.join(' ')}\n`,
    );
  }
  // Not aborted with the rest of a start: an apt that is cut off leaves half-configured packages behind.
  await withProgress(`Installing ${missing.length} system packages ${purpose}`, async (report) => {
    const apt = (...args: string[]) =>
      runCommand('The system packages could not be installed', 'apt-get', [...APT_OPTIONS, ...args], {
        environment: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        onLine: report,
      });
    // An index that is a little old may still do; what counts is whether the packages install.
    await apt('update').catch(() => {});
    await apt('install', '-y', '--no-install-recommends', ...missing);
  });
}
