import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderError } from './folder-error.ts';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

describe('makeFolder', () => {
  it('makes a folder and its parents with the mode, and accepts one that is there', async () => {
    const folder = join(root, 'one/two/three');
    await makeFolder(folder, 0o700);
    await makeFolder(folder, 0o700);
    for (const made of ['one', 'one/two', 'one/two/three'])
      expect((await stat(join(root, made))).mode & 0o777, made).toBe(0o700);
  });

  it('makes the same folder several times at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => makeFolder(join(root, 'a/b/c'))));
    expect((await stat(join(root, 'a/b/c'))).isDirectory()).toBe(true);
  });

  it('accepts a link to a folder', async () => {
    await symlink(root, join(root, 'link'));
    await makeFolder(join(root, 'link/below'));
    expect((await stat(join(root, 'below'))).isDirectory()).toBe(true);
  });

  it.each(['/proc/foo', '/proc/x/y/z'])('ends where the file system takes no folders: %s', async (folder) => {
    const top = folder.split('/').slice(0, 3).join('/');
    await expect(makeFolder(folder)).rejects.toThrow(new FolderError(top, 'ENOENT'));
  });

  it('names the file or the dangling link that is in the way', async () => {
    await writeFile(join(root, 'file'), '');
    await symlink(join(root, 'nowhere'), join(root, 'dangling'));
    await expect(makeFolder(join(root, 'file'))).rejects.toThrow(
      `${root}/file cannot be written: it is a file`,
    );
    await expect(makeFolder(join(root, 'file/below'))).rejects.toThrow('a part of its path is a file');
    await expect(makeFolder(join(root, 'dangling'))).rejects.toThrow(
      'a link to a folder that does not exist',
    );
    await expect(makeFolder(join(root, 'dangling/below'))).rejects.toThrow(
      `${root}/dangling cannot be written`,
    );
  });
});
