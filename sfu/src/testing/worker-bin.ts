/** The worker that tests run: the set-up of the test run names it. */
export const workerBin = (): string | null => process.env.MEDIASOUP_WORKER_BIN ?? null;
