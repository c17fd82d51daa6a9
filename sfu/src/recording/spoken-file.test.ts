import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addSpoken, spokenIn } from './spoken-file.ts';

const AIKO = { kind: 'user', id: '0b7cf1f5-3e3b-4b0e-8bb1-6a4a5c1f0a01', name: 'Aiko' } as const;
const BEN = { kind: 'guest', id: '0b7cf1f5-3e3b-4b0e-8bb1-6a4a5c1f0a02', name: 'Ben' } as const;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spoken-'));
  path = join(folder, 'spoken');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the file that says who spoke', () => {
  it('has each person’s speech in one piece, also where it was written in several', async () => {
    await addSpoken(path, AIKO, 100.4, 10_100);
    await addSpoken(path, BEN, 500, 900);
    await addSpoken(path, AIKO, 10_100, 12_000);
    await addSpoken(path, AIKO, 30_000, 31_000);
    const spoken = await spokenIn(path);
    expect(spoken(AIKO, 0, 60_000)).toEqual([
      [100, 12_000],
      [30_000, 31_000],
    ]);
    expect(spoken(BEN, 0, 60_000)).toEqual([[500, 900]]);
  });

  it('says only what was spoken in the time asked for', async () => {
    await addSpoken(path, AIKO, 0, 1_000);
    await addSpoken(path, AIKO, 5_000, 6_000);
    expect((await spokenIn(path))(AIKO, 4_000, 9_000)).toEqual([[5_000, 6_000]]);
    expect((await spokenIn(path))(AIKO, 500, 5_500)).toEqual([
      [500, 1_000],
      [5_000, 5_500],
    ]);
  });

  it('is read as far as it can be', async () => {
    await addSpoken(path, AIKO, 0, 1_000);
    await appendFile(path, '[1]\n{"party":"user:1","fromMs":-4,"toMs":1}\n{"party":"us');
    expect((await spokenIn(path))(AIKO, 0, 9_000)).toEqual([[0, 1_000]]);
  });

  it('may be missing', async () => {
    expect((await spokenIn(path))(AIKO, 0, 9_000)).toEqual([]);
  });
});
