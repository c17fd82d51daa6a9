// The first thing that `npm start`, `npm run dev` and `npm test` run. On a clean clone nothing is installed yet and Node may
// be old, so this is plain JavaScript for Node 18 and up, without a dependency: it installs what is locked, and hands over
// to the TypeScript of the same name, run by the Node that the project pins.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stateOfPackages } from './installed-packages.mjs';
import { withProgress } from './progress.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const COMMANDS = ['start', 'dev', 'test', 'setup'];
/** The oldest Node that runs the project's TypeScript as it is. */
const OLDEST_NODE = 24;
const PARENT_CHECK_MS = 1_000;
/** The process that started this one, as long as it is there: the shell of npm. */
const PARENT = process.ppid;
const isStartedByNpm = Boolean(process.env.npm_lifecycle_event) && process.platform !== 'win32';

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number | null; output: string }>} code null: it could not be run, or was killed
 */
function run(command, args) {
  return new Promise((resolve) => {
    // npm is a script on Windows, which only a shell runs there.
    const child = spawn(command, args, {
      cwd: ROOT,
      shell: process.platform === 'win32' && command === 'npm',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ code: null, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function installPackages() {
  const state = await stateOfPackages(ROOT);
  if (state === 'current') return;
  const label = state === 'missing' ? 'Installing the locked packages' : 'Bringing the packages up to date';
  const npm = process.env.npm_execpath;
  // Not `npm ci`: npm 11 refuses a lockfile without the other platforms' optional packages, which not every registry has.
  // That what is locked has been installed is looked at below. No install script is needed or wanted (.npmrc); the
  // development tools are: they build the client.
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ];
  const { code, output } = await withProgress(label, () =>
    npm?.endsWith('npm-cli.js') ? run(process.execPath, [npm, ...args]) : run('npm', args),
  );
  if (code !== 0 || (await stateOfPackages(ROOT)) !== 'current') {
    throw new Error(
      `${output.trimEnd()}\n\nThe packages could not be installed (see above). ` +
        'Is the npm registry reachable? `npm ping` tells. Then run the same command again.',
    );
  }
}

/** @returns {Promise<string>} the Node to continue with */
async function chooseRuntime() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(ROOT, 'node_modules', `node-${system}-${process.arch}`, 'bin', program);
  if (existsSync(pinned) && (await run(pinned, ['--version'])).code === 0) {
    await linkRuntime(pinned);
    return pinned;
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  throw new Error(
    `Node ${OLDEST_NODE} or newer is needed. None that runs here came with the packages for ${system}-${process.arch}, ` +
      `and yours is ${process.versions.node}: install one from https://nodejs.org.`,
  );
}

/**
 * npm before 11 leaves out the link that lets `npm run` and `npx` find the pinned Node first.
 *
 * @param {string} pinned
 */
async function linkRuntime(pinned) {
  const folder = join(ROOT, 'node_modules', '.bin');
  if (process.platform === 'win32' || existsSync(join(folder, 'node'))) return;
  // Another start may be faster.
  await symlink(relative(folder, pinned), join(folder, 'node')).catch(() => {});
}

/**
 * @param {string} runtime
 * @param {string} command
 * @param {readonly string[]} args
 */
function handOver(runtime, command, args) {
  // The channel tells the child when this process is gone, however it ended.
  const child = spawn(runtime, [join(ROOT, 'scripts', `${command}.ts`), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the child by itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (isStartedByNpm) {
    // npm killed with -9 forwards nothing, and what npm forwards ends its shell.
    const check = setInterval(() => {
      if (process.ppid === PARENT) return;
      clearInterval(check);
      child.kill('SIGTERM');
    }, PARENT_CHECK_MS);
    check.unref();
  }
  child.once('error', (error) => fail(`${runtime} could not be run: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

const [command = '', ...args] = process.argv.slice(2);
try {
  if (!COMMANDS.includes(command)) throw new Error(`Usage: bootstrap.mjs ${COMMANDS.join(' | ')}`);
  await installPackages();
  const runtime = await chooseRuntime();
  // Stopped meanwhile: nobody would stop what is started now.
  if (isStartedByNpm && process.ppid !== PARENT) process.exit(128 + constants.signals.SIGTERM);
  handOver(runtime, command, args);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
