import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, 'src');
const OWN = join('i18n', 'trans.tsx');

test('every sentence of the client is shown without parsing what people typed', async () => {
  expect(getConfig({ cwd: SOURCE }).runtimeConfigModule.Trans).toEqual(['#client/i18n/trans.tsx', 'Trans']);
  const names = await readdir(SOURCE, { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && name !== OWN);
  const direct = /import[^;]*\bTrans(NoContext)?\b[^;]*from '@lingui\/react'/;
  const texts = await Promise.all(files.map((name) => readFile(join(SOURCE, name), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((_, index) => direct.test(texts[index] ?? ''))).toEqual([]);
});
