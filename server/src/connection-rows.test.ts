import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import type { Person } from '#server/testing/people.ts';
import { addConnection } from './connection-rows.ts';

let world: CallWorld;
beforeAll(async () => {
  world = await createCallWorld();
});
afterAll(() => world.close());

const rowOf = ({ id, customerId }: Person, callId: string) => ({
  kind: 'group' as const,
  call_id: callId,
  customer_id: customerId,
  user_id: id as never,
  device_id: null,
  peer_id: randomUUID(),
  started_at: new Date(0),
  ended_at: new Date(60_000),
  duration_s: 60,
  end_reason: 'left',
  bytes: null,
  relayed: null,
});

it('keeps the row of someone who was deleted during the call, leaves out a customer that was, and writes each once', async () => {
  const customer = await world.people.customer();
  const [gone, there] = [
    await world.people.user('Gone', customer),
    await world.people.user('There', customer),
  ];
  await world.db
    .deleteFrom('users')
    .where('id', '=', gone.id as never)
    .execute();
  const callId = randomUUID();
  const nowhere = { ...there, customerId: randomUUID() as typeof customer };
  await world.db.transaction().execute(async (trx) => {
    await addConnection(trx, rowOf(gone, callId));
    await addConnection(trx, rowOf(nowhere, callId));
    await addConnection(trx, rowOf(there, callId));
    await addConnection(trx, rowOf(there, callId));
  });
  const rows = await world.db
    .selectFrom('connections')
    .where('call_id', '=', callId)
    .select('user_id')
    .orderBy('id')
    .execute();
  expect(rows).toEqual([{ user_id: gone.id }, { user_id: there.id }]);
});
