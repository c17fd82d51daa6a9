import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Config } from '#server/config.ts';
import { startWarnings } from '#server/start-warnings.ts';
import { ROOT } from './paths.ts';

/** As the server's demo data writes it, once. */
interface DemoAccounts {
  readonly accounts: readonly {
    readonly role: string;
    readonly mail: string;
    readonly password: string;
    readonly note?: string;
  }[];
  /** The address sets a kiosk up. */
  readonly device?: { readonly url: string };
}

const DEMO_FILE = 'demo-accounts.json';

async function readDemoAccounts(file: string): Promise<DemoAccounts | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A path as one would type it in the clone. */
function shortPath(path: string): string {
  const short = relative(ROOT, path);
  return short.startsWith('..') ? path : short;
}

export interface WelcomeOptions {
  readonly config: Config;
  /** Where the browser finds it. */
  readonly url: string;
  /** Where the log is written, if not to the terminal. */
  readonly logFile: string | undefined;
}

/** The text after a start: the address, demo accounts, mailbox, log, how to stop, and what does not work yet. */
export async function welcome({ config, url, logFile }: WelcomeOptions): Promise<string> {
  const demoFile = join(config.dataFolder, DEMO_FILE);
  const demo = config.demoData ? await readDemoAccounts(demoFile) : undefined;
  const lines = ['', '  Hibiki is running.', '', `  Open            ${url}`];
  if (demo) {
    const column = (pick: (account: DemoAccounts['accounts'][number]) => string) =>
      Math.max(...demo.accounts.map((account) => pick(account).length));
    const [roles, mails, passwords] = [
      column(({ role }) => role),
      column(({ mail }) => mail),
      column(({ password }) => password),
    ];
    lines.push('', `  Demo accounts   created on first start, saved in ${shortPath(demoFile)}`);
    for (const { role, mail, password, note } of demo.accounts) {
      const row = `${role.padEnd(roles)}  ${mail.padEnd(mails)}  ${password.padEnd(passwords)}  ${note ?? ''}`;
      lines.push(`    ${row.trimEnd()}`);
    }
  }
  if (demo?.device) lines.push('', `  Demo kiosk      ${demo.device.url}`);
  lines.push('');
  if (config.smtpUrl === null && config.devMailbox) lines.push(`  Outgoing mail   ${url}/dev/mailbox`);
  if (logFile) lines.push(`  Log             ${shortPath(logFile)}`);
  lines.push('  Stop            Ctrl-C', '');
  const warnings = startWarnings(config);
  if (warnings.length > 0) lines.push('  Not for others yet:', ...warnings.map((text) => `  - ${text}`), '');
  return lines.join('\n');
}
