import { resolve } from 'node:path';

/**
 * Runs an operator's command on the one folder that the command line names; exits with 2 where it names none, more, or an option.
 * `--help` prints the usage.
 */
export async function runOnFolder(usage: string, command: (folder: string) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: ${usage}`);
    return;
  }
  const option = args.find((arg) => arg.startsWith('-'));
  const [folder] = args;
  if (folder === undefined || args.length > 1 || option !== undefined) {
    if (option !== undefined) console.error(`There is no option ${option}.`);
    console.error(`Usage: ${usage}`);
    process.exitCode = 2;
    return;
  }
  await command(resolve(folder)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
