import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';

const SOURCES = '{client,server,sfu,platform,protocol,e2e}/**/*.{ts,tsx}';
const CITED = /specification ((?:[A-Z]\d+(?: (?:to|and) |, )?)+)/gi;

it('every rule that the code cites stands in docs/specification.md', async () => {
  const text = await readFile(join(ROOT, 'docs/specification.md'), 'utf8');
  const rules = new Set([...text.matchAll(/^- \*\*([A-Z]\d+) /gm)].map(([, rule]) => rule));
  const cited: string[] = [];
  const unknown: string[] = [];
  for await (const path of glob(SOURCES, { cwd: ROOT })) {
    for (const [, list = ''] of (await readFile(join(ROOT, path), 'utf8')).matchAll(CITED)) {
      for (const rule of list.match(/[A-Z]\d+/g) ?? []) {
        cited.push(rule);
        if (!rules.has(rule)) unknown.push(`${path}: ${rule}`);
      }
    }
  }
  expect(cited.length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});
