import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** In the order of keepachangelog.com. */
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

const [, ...versions] = (await readFile(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')).split(/^## /m);

it('every entry of the changelog stands in a group of its version', () => {
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) {
    const [title = '', ...groups] = version.split(/^### /m);
    expect(title.trim()).toMatch(/^(Unreleased|\d{4}-\d{2}-\d{2})$/);
    const names = groups.map((group) => group.split('\n', 1)[0]);
    expect(names, title).toEqual(GROUPS.filter((name) => names.includes(name)));
    for (const group of groups) expect(group, title).toMatch(/^\w+\n\n- /);
  }
});

it('no version says the same twice', () => {
  for (const version of versions) {
    const entries = version
      .split(/^(?=- )/m)
      .slice(1)
      .map((entry) => entry.replaceAll(/\n(?:### \w+\n)?\s*/g, ' ').trim());
    expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toEqual([]);
  }
});

it('the newest release is first, after what has none yet', () => {
  const [next, ...releases] = versions.map((version) => version.split('\n', 1)[0]);
  expect(next).toBe('Unreleased');
  expect(releases).toEqual([...releases].sort().reverse());
});
