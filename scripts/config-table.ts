import type { Environment, Variable } from '#platform/environment.ts';
import { serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment } from '#sfu/config.ts';

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

type AnyEnvironment = Environment<Readonly<Record<string, Variable<unknown>>>>;

/** The variables of a process as a markdown table; those that the other tables have are left out. */
function table(environment: AnyEnvironment, shown: ReadonlySet<string> = new Set()): string {
  const rows = Object.values(environment.variables)
    .filter(({ name }) => !shown.has(name))
    .map(({ name, defaultText, rangeText, meaning }) =>
      row([`\`${name}\``, rangeText === undefined ? defaultText : `${defaultText} (${rangeText})`, meaning]),
    );
  return [row(['Variable', 'Default (least–most)', 'Meaning']), row(['---', '---', '---']), ...rows].join(
    '\n',
  );
}

/** All variables with default and meaning, as the README shows them: `node scripts/config-table.ts`. */
export function configTable(): string {
  const serverNames = new Set(Object.values(serverEnvironment.variables).map(({ name }) => name));
  return [
    '### Server',
    '',
    table(serverEnvironment),
    '',
    '### Media node',
    '',
    'A server that starts its media node itself hands these on.',
    '',
    table(mediaNodeEnvironment, serverNames),
    '',
  ].join('\n');
}

if (import.meta.main) process.stdout.write(configTable());
