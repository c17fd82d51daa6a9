import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { CALL } from './catalog-parts.ts';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(import.meta.dirname, 'src');

/** Paths from the project's root, of the modules that a module imports statically. */
function importsOf(file: string, code: string): readonly string[] {
  return [...code.matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)'/gm)].flatMap(([, path = '']) => {
    if (path.startsWith('#client/')) return join('client/src', path.slice('#client/'.length));
    return path.startsWith('.') ? normalize(join(dirname(file), path)) : [];
  });
}

test('texts that come with later parts of a call are shown by nothing that is there before', async () => {
  const paths = (await readdir(SRC, { recursive: true })).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const files = paths.map((path) => relative(ROOT, join(SRC, path)).replaceAll(sep, '/'));
  const later = files.filter((file) => CALL.test(file));
  expect(later.length).toBeGreaterThan(10);
  const early: string[] = [];
  for (const file of files) {
    if (CALL.test(file)) continue;
    const imported = importsOf(file, await readFile(join(ROOT, file), 'utf8'));
    early.push(...imported.filter((path) => CALL.test(path)).map((path) => `${file} imports ${path}`));
  }
  expect(early).toEqual([]);
});
