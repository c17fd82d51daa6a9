import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import { newWebhookSecret } from '#server/webhooks/signature.ts';

let world: CallWorld;
let servers: readonly [CallServer, CallServer];
let customer: CustomerId;

beforeAll(async () => {
  world = await createCallWorld();
  servers = [await world.startServer(), await world.startServer()];
  customer = await world.people.customer();
  await world.db
    .insertInto('webhooks')
    .values({
      customer_id: customer,
      url: 'https://example.com/',
      events: ['call.started', 'call.ended'],
      secret: newWebhookSecret(),
    })
    .execute();
});
afterAll(() => world.close());
afterEach(async () => {
  await world.db.deleteFrom('webhook_deliveries').execute();
});

const told = async () => {
  const rows = await world.db.selectFrom('webhook_deliveries').select('payload').orderBy('id').execute();
  return rows.map(({ payload }) => JSON.parse(payload));
};

/** Two who may call each other, on two servers. */
async function enterBoth() {
  const hana = await world.people.user('Hana', customer);
  const ken = await world.people.user('Ken', customer);
  const pairId = await world.people.pair(hana, ken);
  const caller = await servers[0].enter(hana);
  const callee = await servers[1].enter(ken);
  await eventually(() => expect(servers[0].presence.stateOf(ken.key)).toBe('online'));
  return { caller, callee, pairId };
}

it('webhooks are told of an answered call when it starts and ends, and nothing of one that is not', async () => {
  const { caller, callee, pairId } = await enterBoth();

  const unanswered = await caller.request('directCall.invite', { pairId });
  await callee.notice('directCall.rang', ({ callId }) => callId === unanswered.callId);
  await callee.request('directCall.decline', { callId: unanswered.callId });
  await caller.notice('directCall.ended', ({ callId }) => callId === unanswered.callId);

  const { callId } = await caller.request('directCall.invite', { pairId });
  await callee.notice('directCall.rang', (rang) => rang.callId === callId);
  await sql`
    create table writes as select pg_current_xact_id() as by, ''::text as of with no data;
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into writes values (pg_current_xact_id(), tg_table_name);
      return null;
    end $$;
    create trigger note_write after insert on live_calls for each row execute function note_write();
    create trigger note_write after insert on webhook_deliveries for each row execute function note_write();
  `.execute(world.db);
  await callee.request('directCall.accept', { callId });
  await eventually(async () => expect(await told()).toHaveLength(1));
  // By the very transaction that writes down that it lives: no server that dies can lose the one and not the other.
  const { rows } = await sql`select array_agg(of order by of) as of from writes group by by`.execute(
    world.db,
  );
  expect(rows).toEqual([{ of: ['live_calls', 'webhook_deliveries'] }]);
  await callee.request('directCall.hangUp', { callId, reason: 'hung-up' });
  await eventually(async () => expect(await told()).toHaveLength(2));

  const [started, ended] = await told();
  expect(started).toMatchObject({ type: 'call.started', data: { callId, kind: 'direct' } });
  expect(ended).toMatchObject({
    type: 'call.ended',
    data: { callId, kind: 'direct', reason: 'hung-up', startedAt: started.data.startedAt },
  });
  const names = ({ data }: { data: { parties: { name: string }[] } }) => data.parties.map(({ name }) => name);
  expect(names(started).sort()).toEqual(['Hana', 'Ken']);
  expect(names(ended).sort()).toEqual(['Hana', 'Ken']);
  caller.close();
  callee.close();
});

it('webhooks are told both of a call that is over as soon as it was answered', async () => {
  const { caller, callee, pairId } = await enterBoth();
  const { callId } = await caller.request('directCall.invite', { pairId });
  await callee.notice('directCall.rang', (rang) => rang.callId === callId);
  await Promise.all([
    callee.request('directCall.accept', { callId }),
    callee.request('directCall.hangUp', { callId, reason: 'hung-up' }),
  ]);
  await eventually(async () =>
    expect(await told()).toMatchObject([
      { type: 'call.started', data: { callId } },
      { type: 'call.ended', data: { callId, reason: 'hung-up' } },
    ]),
  );
  caller.close();
  callee.close();
});
