import { accessSync, constants, statSync } from 'node:fs';
import { workerBin as ownWorkerBin } from 'mediasoup';

/**
 * Why the program of the media workers cannot be run, for an operator; undefined where it can. Without it each start of the media node
 * would end at once.
 *
 * @param workerBin `MEDIASOUP_WORKER_BIN`; null: mediasoup's own, which its installation leaves out where nothing may be downloaded
 */
export function workerProgramProblem(workerBin: string | null): string | undefined {
  if (isProgram(workerBin ?? ownWorkerBin)) return undefined;
  return workerBin === null
    ? 'MEDIASOUP_WORKER_BIN must be set: mediasoup has been installed without its worker. `npm run setup` makes one, and prints where it is'
    : 'MEDIASOUP_WORKER_BIN must be the path of a program that can be run. `npm run setup` prints that of the worker';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
