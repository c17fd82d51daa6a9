import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { leanCode } from './lean-names.ts';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@chakra-ui/react/package.json'));
const presetFile = join(folder, 'dist/esm/preset-base.js');
const named = (...words: string[]) => new Set(words);

test('keeps the utilities and conditions that are named, by their short names too, and no others', async () => {
  const preset = await readFile(presetFile, 'utf8');
  const lean = leanCode(preset, presetFile, named('mx', '_hover', 'background'));
  expect(lean).toContain('marginInline: {');
  expect(lean).toContain('hover: [');
  expect(lean).toMatch(
    /background: \{\s+values: colorValues,[\s\S]+?createColorMixTransform\("background"\)/,
  );
  expect(lean).not.toContain('marginTop: {');
  expect(lean).not.toContain('groupInvalid');
  expect(lean).not.toContain('gradientFrom');
});

test('fails where a list has another form than expected', () => {
  expect(() => leanCode('export const all = [];', presetFile, named('mx'))).toThrow('made leaner');
});
