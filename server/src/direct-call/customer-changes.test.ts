import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';

describe('a 1-to-1 call one of whose people is moved to another customer', () => {
  let world: CallWorld;
  let server: CallServer;
  let customer: CustomerId;
  let hana: Person;
  let ken: Person;

  beforeAll(async () => {
    world = await createCallWorld();
    server = await world.startServer();
    customer = await world.people.customer();
  });
  afterAll(() => world.close());

  const talk = async () => {
    hana = await world.people.user('Hana', customer);
    ken = await world.people.user('Ken', customer);
    const pairId = await world.people.pair(hana, ken);
    const callee = await server.enter(ken);
    const caller = await server.enter(hana);
    await eventually(() => expect(server.presence.stateOf(ken.key)).toBe('online'));
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted');
    return { caller, callee, callId };
  };
  /** A customer whose people may show no screen. */
  const withoutScreen = async (): Promise<CustomerId> => {
    const elsewhere = await world.people.customer();
    await world.db
      .updateTable('features')
      .where('customer_id', '=', elsewhere)
      .set({ share_screen: false })
      .execute();
    return elsewhere;
  };
  const move = async ({ key, id }: Person, customerId: CustomerId) => {
    await world.db.updateTable('users').set({ customer_id: customerId }).where('id', '=', id).execute();
    world.events.publish({ type: 'party-moved', party: key, customerId });
  };

  it('offers what that customer allows from then on, and stops what it does not (D15)', async () => {
    const { caller, callee, callId } = await talk();
    await caller.request('directCall.share', { callId, source: 'screen', on: true });
    const elsewhere = await withoutScreen();
    await move(hana, elsewhere);
    await caller.notice('directCall.offered', ({ offered }) => !offered.shareScreen);
    expect(await caller.notice('directCall.shareRefused')).toEqual({ callId, source: 'screen' });
    await callee.notice('directCall.shared', ({ on }) => !on);
    await expect(
      caller.request('directCall.share', { callId, source: 'screen', on: true }),
    ).rejects.toMatchObject({ code: 'feature-disabled' });
    // The other one's are what they were.
    await callee.request('directCall.share', { callId, source: 'screen', on: true });

    // What that customer is allowed later reaches the call, and what the former one is does not.
    await world.db
      .updateTable('features')
      .where('customer_id', '=', elsewhere)
      .set({ share_screen: true })
      .execute();
    world.events.publish({ type: 'features-changed', customerId: elsewhere });
    await caller.notice('directCall.offered', ({ offered }) => offered.shareScreen);
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
    await eventually(async () => {
      const rows = await world.db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .select('customer_id')
        .execute();
      expect(rows.map((row) => row.customer_id).toSorted()).toEqual([customer, elsewhere].toSorted());
    });
  });

  it('is over where that customer has no 1-to-1 chat (D11)', async () => {
    const { caller, callee, callId } = await talk();
    await move(ken, await world.people.customer('UNVERIFIED'));
    for (const side of [caller, callee])
      expect(await side.notice('directCall.ended')).toMatchObject({ callId, reason: 'revoked' });
  });

  it('gives a guest what its host’s customer allows (D16)', async () => {
    ken = await world.people.user('Ken', customer);
    const host = await server.enter(ken);
    const guest = server.connect();
    await guest.open({
      kind: 'guest',
      token: await world.people.directGuestToken(ken),
      name: 'Visitor',
    });
    await eventually(() => expect(server.presence.stateOf(ken.key)).toBe('online'));
    const { callId } = await guest.request('directCall.inviteHost', {});
    await host.request('directCall.accept', { callId });
    await guest.notice('directCall.offered', ({ offered }) => offered.shareScreen);
    await move(ken, await withoutScreen());
    await guest.notice('directCall.offered', ({ offered }) => !offered.shareScreen);
    guest.close();
  });

  it('is taken along into a room with it (D12)', async () => {
    const { caller, callId } = await talk();
    await move(hana, await withoutScreen());
    await caller.notice('directCall.offered', ({ offered }) => !offered.shareScreen);
    await caller.request('directCall.move', { callId, reason: 'invitation' });
    const look = await caller.request('groupCall.look', { target: { kind: 'call', callId } });
    expect(look.offered).toMatchObject({ shareScreen: false, shareCamera: true });
    await move(hana, customer);
    await eventually(async () => {
      const again = await caller.request('groupCall.look', { target: { kind: 'call', callId } });
      expect(again.offered.shareScreen).toBe(true);
    });
  });
});
