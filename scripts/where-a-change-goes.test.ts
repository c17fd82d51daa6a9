import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

const architecture = await read('ARCHITECTURE.md');
const table = /## Where a change goes\n(.*?)\n## /s.exec(architecture)?.[1] ?? '';
const rows = table
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , example]) => example?.startsWith('`'))
  .map(([, what = '', example = '', files = '']) => ({
    what,
    example: example.replaceAll('`', ''),
    // Alternatives, and what prints a file, have the example no more than their neighbours.
    files: [...files.replaceAll(/(?:or|by|for a media node) `[^`]+`/g, '').matchAll(/`([^`]+)`/g)].map(
      ([, file = '']) => file,
    ),
  }));

it('ARCHITECTURE.md says where the common changes go', () => {
  expect(rows.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['a resource', 'a screen', 'a metric', 'a setting', 'a request or notice']),
  );
});

it.each(rows)(
  '$what such as $example is in the files that ARCHITECTURE.md lists',
  async ({ example, files }) => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect((await read(file)).toLowerCase(), file).toContain(example.toLowerCase());
  },
);
