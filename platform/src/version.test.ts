import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMIT_FILE, readBuild, readVersion } from './version.ts';

const COMMIT = 'c980fc61f0177f816ce98f23bf2eb96be5c51980';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'version-'));
});
afterEach(() => rm(root, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${text}\n`);
  }
}

it('the version of the product is that of its package', () => {
  expect(readVersion()).toMatch(/^\d+\.\d+\.\d+$/);
});

describe('the build names the version and the commit', () => {
  it.each<[string, Record<string, string>]>([
    ['of a branch', { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': COMMIT }],
    [
      'of a branch that git has packed',
      {
        '.git/HEAD': 'ref: refs/heads/main',
        '.git/packed-refs': `# pack-refs with: peeled\n0000000 refs/heads/other/main\n${COMMIT} refs/heads/main`,
      },
    ],
    ['of a tag that is checked out', { '.git/HEAD': COMMIT }],
    [
      'of a worktree',
      {
        '.git': 'gitdir: shared/worktrees/one',
        'shared/worktrees/one/HEAD': 'ref: refs/heads/topic',
        'shared/worktrees/one/commondir': '../..',
        'shared/refs/heads/topic': COMMIT,
      },
    ],
    ['that an image was made from', { [COMMIT_FILE]: COMMIT }],
  ])('%s', async (_, files) => {
    await write(files);
    expect(readBuild(root)).toBe(`${readVersion()}+c980fc61f017`);
  });

  it('and the release that is newest in the changelog', async () => {
    await write({
      'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n## 2026-11-30\n\n## 2026-11-26',
      [COMMIT_FILE]: COMMIT,
    });
    expect(readBuild(root)).toBe(`${readVersion()}+2026-11-30.c980fc61f017`);
  });

  it('or the version alone where neither is known', () => {
    expect(readBuild(root)).toBe(readVersion());
  });
});
