import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** In the order of keepachangelog.com. */
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

it('every entry of the changelog stands in a group of its version', async () => {
  const text = await readFile(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
  const [, ...versions] = text.split(/^## /m);
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) {
    const [title = '', ...groups] = version.split(/^### /m);
    expect(title.trim()).toMatch(/^(NEXT|\d{4}-\d{2}-\d{2})$/);
    const names = groups.map((group) => group.split('\n', 1)[0]);
    expect(names, title).toEqual(GROUPS.filter((name) => names.includes(name)));
    for (const group of groups) expect(group, title).toMatch(/^\w+\n\n- /);
  }
});
