import { resolve } from 'node:path';
import { readArgument } from './one-argument.ts';

/** Runs an operator's command on the one folder that the command line names. */
export async function runOnFolder(usage: string, command: (folder: string) => Promise<void>): Promise<void> {
  const folder = readArgument(usage);
  if (folder === undefined) return;
  await command(resolve(folder)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
