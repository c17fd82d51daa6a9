import { mkdir, open, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describeOpenPages, type PageRecord, recordOpenPages } from './open-pages.ts';
import { RESULTS } from './results.ts';

/** Of a system's log, from its end. */
const LOG_LIMIT_BYTES = 1_000_000;
const NAME_LIMIT = 120;

/** A place in a log. */
export interface LogMark {
  readonly file: string;
  readonly offset: number;
}

export const markLog = async (file: string): Promise<LogMark> => ({
  file,
  offset: await stat(file).then(
    ({ size }) => size,
    () => 0,
  ),
});

const readSince = async ({ file, offset }: LogMark): Promise<Buffer> => {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const start = Math.max(Math.min(offset, size), size - LOG_LIMIT_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  return buffer.subarray(0, bytesRead);
};

const folderOf = (file: string, name: string): string =>
  join(RESULTS, basename(file, '.e2e.ts'), name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, NAME_LIMIT));

const savePage = async (folder: string, { page, text, screenshot }: PageRecord, index: number) => {
  await writeFile(join(folder, `page-${index + 1}.txt`), `${page}\n${text}\n`);
  if (screenshot) await writeFile(join(folder, `page-${index + 1}.png`), screenshot);
};

const save = async (folder: string, log: LogMark | undefined): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const [records, words] = await Promise.all([recordOpenPages(), describeOpenPages()]);
  await Promise.all(records.map((record, index) => savePage(folder, record, index)));
  if (log) await writeFile(join(folder, 'server.log'), await readSince(log));
  return words;
};

/**
 * Leaves under `test-results` what the pages of a failed test show, their consoles, and what its system has logged since.
 * Never rejects: the test has failed for another reason, and its pages have to be closed.
 *
 * @returns the pages in words, or what could not be saved, for the report
 */
export const saveEvidence = (file: string, name: string, log: LogMark | undefined): Promise<string> =>
  save(folderOf(file, name), log).catch((error: unknown) => `No evidence could be saved: ${error}`);
