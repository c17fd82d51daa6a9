import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment } from '#sfu/config.ts';
import { CONFIG_SECTIONS } from './config-sections.ts';
import { configTables } from './config-table.ts';
import { ROOT } from './paths.ts';

const serverNames = Object.values(serverEnvironment.variables).map(({ name }) => name);
const mediaNodeNames = Object.values(mediaNodeEnvironment.variables).map(({ name }) => name);

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the settings', () => {
  it('each have one row in one section, with default and meaning', () => {
    const rows = configTables()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const names = rows.map((line) => line.split('`')[1]);
    expect(names.sort()).toEqual([...new Set([...serverNames, ...mediaNodeNames])].sort());
    for (const line of rows) expect(line).toMatch(/^\| `[A-Z_0-9]+` \| .+ \| .+[.?] \|$/);
  });

  it('have the same name wherever both processes read them', () => {
    const server: Readonly<Record<string, { readonly name: string }>> = serverEnvironment.variables;
    for (const [key, { name }] of Object.entries(mediaNodeEnvironment.variables)) {
      expect(server[key]?.name ?? name).toBe(name);
    }
  });

  it('of the media node are known to the server, which passes them on', () => {
    const passedOn = mediaNodeNames.filter((name) => !serverNames.includes(name));
    expect([...serverEnvironment.alsoKnown].sort()).toEqual(passedOn.sort());
  });

  it('are printed in docs/configuration.md as they are', () => {
    expect(read('docs/configuration.md')).toContain(configTables());
  });

  it('are linked from the contents of docs/configuration.md, section by section', () => {
    const text = read('docs/configuration.md');
    for (const { title } of CONFIG_SECTIONS) {
      expect(text).toContain(`[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`);
    }
  });

  it('that README names exist', () => {
    const settings = /## Configure\n(.*?)\n## /s.exec(read('README.md'))?.[1] ?? '';
    const named = [...settings.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect([...serverNames, ...mediaNodeNames]).toContain(name);
  });
});
