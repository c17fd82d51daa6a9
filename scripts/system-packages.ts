import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withProgress } from './progress.mjs';
import { SetUpError } from './set-up-error.ts';

const run = promisify(execFile);
/** How long apt waits for another apt that holds its lock, in seconds. */
const APT_LOCK_LIMIT_S = 300;

/** Which of some Debian packages are not installed. */
async function missingOf(packages: readonly string[]): Promise<string[]> {
  // It fails if one of them is unknown, but answers for all the others.
  const { stdout } = await run('dpkg-query', ['--list', ...packages]).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? '',
  }));
  // 'ii': wanted and installed. Names may carry an architecture, as in 'libuv1-dev:amd64'.
  const installed = new Set(Array.from(stdout.matchAll(/^ii\s+([^\s:]+)/gm), ([, name]) => name));
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
  const options = ['-o', `DPkg::Lock::Timeout=${APT_LOCK_LIMIT_S}`];
  if (process.getuid?.() !== 0) {
    throw new SetUpError(
      `Packages are needed ${purpose}. Run this, then the same command again:\n\n` +
        `  sudo apt-get update && sudo apt-get install --no-install-recommends ${missing.join(' ')}\n`,
    );
  }
  await withProgress(`Installing ${missing.length} system packages ${purpose}`, async (report) => {
    // An index that is a little old may still do; what counts is whether the packages install.
    await apt([...options, 'update'], report).catch(() => {});
    await apt([...options, 'install', '-y', '--no-install-recommends', ...missing], report);
  });
}

async function apt(args: readonly string[], report: (line: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      report(text.trim().split('\n').at(-1) ?? '');
    });
  }
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code !== 0) {
    const tail = output.trimEnd().split('\n').slice(-10).join('\n');
    throw new SetUpError(`apt-get ${args.join(' ')} failed:\n${tail}`);
  }
}
