import { resolve } from 'node:path';

/** Runs an operator's command on the one folder that the command line names; exits with 2 where it names none, or more. */
export async function runOnFolder(usage: string, command: (folder: string) => Promise<void>): Promise<void> {
  const [folder, ...rest] = process.argv.slice(2);
  if (folder === undefined || rest.length > 0) {
    console.error(`Usage: ${usage}`);
    process.exitCode = 2;
    return;
  }
  await command(resolve(folder)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
