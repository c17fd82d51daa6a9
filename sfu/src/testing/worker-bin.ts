import { obtainMediaWorker } from '#scripts/media-worker.ts';

/** The worker that the product itself would run. */
export const workerBin = (): Promise<string> => obtainMediaWorker();
