/**
 * The one argument of an operator's command. Undefined where there is nothing to run: after `--help`, which prints the usage, and where
 * the command line has none, more, or an option; the process then exits with 2.
 */
export function readArgument(usage: string): string | undefined {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: ${usage}`);
    return undefined;
  }
  const option = args.find((arg) => arg.startsWith('-'));
  if (args.length === 1 && option === undefined) return args[0];
  if (option !== undefined) console.error(`There is no option ${option}.`);
  console.error(`Usage: ${usage}`);
  process.exitCode = 2;
  return undefined;
}
