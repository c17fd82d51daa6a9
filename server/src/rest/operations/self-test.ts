import type { OperationHandler } from '#server/rest/endpoint.ts';

export const selfTestOperations: readonly OperationHandler[] = [
  {
    name: 'selfTest.open',
    transaction: false,
    async handle({ deps, address }, { body: { algorithm, fingerprint } }) {
      // Counted, whatever comes of it.
      await deps.auth.limits.attempt('self-test', { address });
      return await deps.selfTests({ fingerprints: [{ algorithm, value: fingerprint }] }, address);
    },
  },
];
