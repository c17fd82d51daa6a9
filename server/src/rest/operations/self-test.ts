import { type Operation, operation } from '#server/rest/operation.ts';

export const selfTestOperations: readonly Operation[] = [
  operation('selfTest.open', async ({ deps, address }, { body: { algorithm, fingerprint } }) => {
    // Counted, even if it fails.
    await deps.auth.limits.attempt('self-test', { address });
    return await deps.selfTests({ fingerprints: [{ algorithm, value: fingerprint }] }, address);
  }),
];
