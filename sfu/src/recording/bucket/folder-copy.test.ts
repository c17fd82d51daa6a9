import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordingId } from '#protocol/ids.ts';
import { RecordingFolder } from '#sfu/recording/recording-folder.ts';
import { decodePieces } from './copy-format.ts';
import { FolderCopy } from './folder-copy.ts';

describe('the copy of a folder', () => {
  const part = `${randomUUID()}.part.mkv`;
  let root: string;
  let folder: RecordingFolder;
  const objects: [key: string, bytes: Buffer][] = [];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'copy-'));
    folder = new RecordingFolder(root, randomUUID() as RecordingId);
    await folder.create({ startedAt: new Date().toISOString() });
    objects.length = 0;
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = (text: string) => appendFile(join(folder.path, part), text);
  const texts = () =>
    objects.map(([, bytes]) => decodePieces(bytes).map(({ offset, bytes: own }) => [offset, own.toString()]));
  const never = new AbortController().signal;

  it('has what the files gained, in order, and what could not be copied before', async () => {
    let refuses = false;
    const copy = new FolderCopy(
      {
        async put(key, bytes) {
          if (refuses) throw new Error('away');
          objects.push([key, Buffer.from(bytes)]);
        },
      },
      folder,
    );
    await write('one');
    await copy.run(never);
    refuses = true;
    await write('two');
    await expect(copy.run(never)).rejects.toThrow('away');
    refuses = false;
    await write('three');
    await copy.run(never);
    await copy.run(never);
    expect(texts()).toEqual([[[0, 'one']], [[3, 'twothree']]]);
    expect(objects.map(([key]) => key.slice(-1))).toEqual(['0', '1']);
  });

  it('ends when it is to end, though the files grow faster than the bucket takes them', async () => {
    const end = new AbortController();
    const copy = new FolderCopy(
      {
        async put(key, bytes) {
          objects.push([key, Buffer.from(bytes)]);
          await write('more');
          if (objects.length === 3) end.abort();
        },
      },
      folder,
    );
    await write('one');
    await copy.run(end.signal);
    expect(objects).toHaveLength(3);
  });
});
