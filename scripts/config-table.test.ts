import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment } from '#sfu/config.ts';
import { configTable } from './config-table.ts';

const serverNames = Object.values(serverEnvironment.variables).map(({ name }) => name);
const mediaNodeNames = Object.values(mediaNodeEnvironment.variables).map(({ name }) => name);

describe('the variables', () => {
  it('each have a row with default and meaning', () => {
    const rows = configTable()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows.map((line) => line.split('`')[1])).toEqual([...new Set([...serverNames, ...mediaNodeNames])]);
    for (const line of rows) expect(line).toMatch(/^\| `[A-Z_0-9]+` \| .+ \| .+[.?] \|$/);
  });

  it('of the media node are known to the server, which hands them on', () => {
    const handedOn = mediaNodeNames.filter((name) => !serverNames.includes(name));
    expect([...serverEnvironment.alsoKnown].sort()).toEqual(handedOn.sort());
  });

  it('stand in the README as they are', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    expect(readme).toContain(configTable().trim());
  });
});
