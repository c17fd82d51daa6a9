import { describe, expect, it } from 'vitest';
import { changeWhileAway } from '#server/testing/database-blip.ts';
import { endOf, setUpDirectCalls } from '#server/testing/direct-calls.ts';

describe('a 1-to-1 call', () => {
  const { servers, talk } = setUpDirectCalls('one server');

  it('ends where the service is switched off while the database is away for a moment (D11)', async () => {
    const { caller, callee, callId } = await talk();
    // Nothing else asks for the features any more.
    for (const side of [caller, callee]) await side.notice('directCall.offered');
    const { world, customer } = servers;
    await changeWhileAway(
      world.db,
      'features',
      (trx) =>
        trx.updateTable('features').set({ enabled: false }).where('customer_id', '=', customer).execute(),
      () => world.events.publish({ type: 'features-changed', customerId: customer }),
    );
    for (const side of [caller, callee])
      expect(await endOf(side, callId)).toMatchObject({ reason: 'revoked' });
  });
});
