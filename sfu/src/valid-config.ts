import { EnvironmentError } from '#platform/environment.ts';
import { INVALID_SETTINGS } from '#platform/exit-code.ts';
import { readConfig } from './config.ts';
import { workerProgramProblem } from './media/worker-program.ts';

/** The settings of this process. Says what is wrong with them, and ends it with `INVALID_SETTINGS` then. */
export function readConfigOrExit(): ReturnType<typeof readConfig> {
  try {
    const config = readConfig(process.env);
    const problem = workerProgramProblem(config.workerBin);
    if (problem) throw new EnvironmentError([problem]);
    return config;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(INVALID_SETTINGS);
  }
}
