import { serverEnvironment } from '#server/config.ts';
import { mediaNodeEnvironment } from '#sfu/config.ts';
import { CONFIG_SECTIONS, type ConfigSection, type SettingKey } from './config-sections.ts';

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Where both read a setting, the server's meaning is printed. */
const variables = { ...mediaNodeEnvironment.variables, ...serverEnvironment.variables };

function rowOf(key: SettingKey): string {
  const { name, defaultText, rangeText, meaning } = variables[key];
  return row([
    `\`${name}\``,
    rangeText === undefined ? defaultText : `${defaultText} (${rangeText})`,
    meaning,
  ]);
}

const printed = ({ title, text, settings }: ConfigSection): string =>
  [
    `## ${title}`,
    '',
    text,
    '',
    row(['Variable', 'Default (range)', 'Meaning']),
    row(['---', '---', '---']),
    ...settings.map(rowOf),
  ].join('\n');

/** All settings by subject, as docs/configuration.md shows them: `node scripts/config-table.ts`. */
export const configTables = (): string => CONFIG_SECTIONS.map(printed).join('\n\n');

if (import.meta.main) process.stdout.write(`${configTables()}\n`);
