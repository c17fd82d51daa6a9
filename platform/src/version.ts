import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Where an image, which has no repository, keeps the commit that it was made from (scripts/write-commit.ts). */
export const COMMIT_FILE = 'dist/commit';

/** Digits of a commit: unique in any repository of this size. */
const COMMIT_DIGITS = 12;

/** The product's version, as `GET /version`, the log and the heartbeats of media nodes say it. */
export function readVersion(): string {
  const file = join(ROOT, 'package.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof content === 'object' && content !== null && 'version' in content) return `${content.version}`;
  throw new Error(`${file} names no version`);
}

/**
 * What exactly runs: the version, the release and the commit, such as `1.0.7+2026-11-30.c980fc6a1b2c` (semver.org, 10). Without the
 * commit where none is known, as in an archive of the sources.
 */
export function readBuild(root = ROOT): string {
  const facts = [readRelease(root), readCommit(root)?.slice(0, COMMIT_DIGITS)].filter(Boolean);
  return facts.length === 0 ? readVersion() : `${readVersion()}+${facts.join('.')}`;
}

/** The newest release in the changelog, by its date: upgrade notes go by it. What stands above it is in the build as well. */
const readRelease = (root = ROOT): string | undefined =>
  /^## (\d{4}-\d{2}-\d{2})$/m.exec(read(join(root, 'CHANGELOG.md')) ?? '')?.[1];

/** The commit that is checked out, else the one that the image was made from. Needs no git, which servers may lack. */
export function readCommit(root = ROOT): string | undefined {
  const git = gitFolder(root);
  const head = read(join(git, 'HEAD'));
  const commit = head?.startsWith('ref: ') ? readReference(git, head.slice('ref: '.length)) : head;
  return commit ?? read(join(root, COMMIT_FILE));
}

/** A worktree has a file in place of the folder, which leads there (gitrepository-layout(5)). */
function gitFolder(root: string): string {
  const [, folder] = /^gitdir: (.+)$/.exec(read(join(root, '.git')) ?? '') ?? [];
  if (folder === undefined) return join(root, '.git');
  return isAbsolute(folder) ? folder : join(root, folder);
}

/** A branch is a file of its own, or a line among those that git has packed; both are shared by all worktrees. */
function readReference(git: string, name: string): string | undefined {
  const common = read(join(git, 'commondir'));
  const shared = common === undefined ? git : join(git, common);
  const loose = read(join(shared, name));
  if (loose !== undefined) return loose;
  const packed = read(join(shared, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${name}`))?.split(' ', 1)[0];
}

/** Undefined where there is no such file. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
