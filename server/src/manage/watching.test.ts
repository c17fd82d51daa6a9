import { describe, expect, it } from 'vitest';
import type { CustomerId, GroupId, UserId } from '#protocol/ids.ts';
import type { SignalNoticePayload } from '#protocol/signal/contract.ts';
import type { WatchTopic } from '#protocol/signal/manage.ts';
import { setUpDirectCalls } from '#server/testing/direct-calls.ts';
import type { Person } from '#server/testing/people.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';

type Changed = SignalNoticePayload<'manage.callsChanged'>;

/** Long enough to come back on a busy machine. */
const GRACE_MS = 60_000;

const watch = (client: TestSignalClient, customerIds: CustomerId[] | null = null) =>
  client.request('manage.watch', { topics: ['calls'], customerIds });
const changed = (client: TestSignalClient, matches: (data: Changed) => boolean) =>
  client.notice('manage.callsChanged', matches);

describe('managers who watch calls', () => {
  const { servers, enter, connect, talk, talkKnown } = setUpDirectCalls('two servers');

  const manager = async (...customerIds: [CustomerId, ...CustomerId[]]) =>
    enter(servers.other, await servers.world.people.manager('Mika', customerIds));
  const admin = async () => {
    const { token } = await servers.world.people.admin();
    const client = connect(servers.server);
    await client.open(accessToken(token));
    return client;
  };
  /** A call between the people of two customers, and who manages which. */
  const across = async () => {
    const { people } = servers.world;
    const elsewhere = await people.customer();
    const hana = await people.user('Hana', servers.customer);
    const ken = await people.user('', elsewhere);
    const pairId = await people.pair(hana, ken);
    const callee = await enter(servers.other, ken);
    const caller = await enter(servers.server, hana);
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    await callee.request('directCall.accept', { callId });
    const client = await admin();
    if (!(await watch(client)).calls?.shown.some((call) => call.callId === callId))
      await changed(client, (data) => data.changed.some((call) => call.callId === callId));
    return { hana, ken, callId, caller, callee, elsewhere };
  };

  it('see a call begin, and end, on whichever servers it is (M2)', async () => {
    const client = await manager(servers.customer);
    const before = await watch(client);
    const { callId, hana, ken, caller } = await talk();
    const { totals, changed: calls } = await changed(client, (data) =>
      data.changed.some((call) => call.callId === callId),
    );
    expect(totals.calls).toBe((before.calls?.totals.calls ?? 0) + 1);
    const person = ({ id, name, customerId }: Person, memberId: string) => ({
      memberId,
      kind: 'user',
      name,
      id,
      customerId,
    });
    expect(calls.find((call) => call.callId === callId)).toMatchObject({
      kind: 'direct',
      customerIds: [servers.customer],
      people: [person(hana, 'caller'), person(ken, 'callee')],
      size: 2,
      interrupted: false,
      relayed: false,
      mayEnd: true,
    });
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
    await changed(client, ({ ended }) => ended.includes(callId));
  });

  it('see the worst connections first, with what makes them so, without opening anything (M4, Q4)', async () => {
    const [good, poor, fair] = [await talkKnown(), await talkKnown(), await talkKnown()];
    const client = await manager(servers.customer);
    await watch(client);
    const report = { relayed: false, bytesSent: 1, bytesReceived: 1 };
    const say = ({ caller, callId }: typeof good, link: { loss: number; roundTripMs: number }) =>
      caller.request('directCall.report', { callId, ...report, link });
    await say(good, { loss: 0, roundTripMs: 10 });
    await say(fair, { loss: 0.04, roundTripMs: 10 });
    await say(poor, { loss: 0.04, roundTripMs: 700 });
    const worst = { quality: 'poor', loss: 0.04, roundTripMs: 700 };
    await changed(client, (data) => data.changed.some((call) => call.worst?.quality === 'poor'));
    await changed(client, (data) => data.changed.some((call) => call.worst?.quality === 'fair'));
    const shown = (await watch(client)).calls?.shown ?? [];
    const own: readonly string[] = [good, poor, fair].map(({ callId }) => callId);
    const order = shown.filter(({ callId }) => own.includes(callId)).map(({ callId }) => callId);
    expect(order).toEqual([poor.callId, fair.callId, good.callId]);
    expect(shown.find(({ callId }) => callId === poor.callId)?.worst).toEqual(worst);
    for (const { caller, callId } of [good, poor, fair])
      await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
  });

  it('see of the other side of a call across customers the name alone, and no address (M3)', async () => {
    const { callId, hana, ken, elsewhere } = await across();
    const of = async (client: TestSignalClient) => {
      const { calls } = await watch(client);
      const call = calls?.shown.find((one) => one.callId === callId);
      return call?.people.map(({ name, id, customerId }) => ({ name, id, customerId }));
    };
    const unseen = { id: null, customerId: null };
    // Ken has set no name.
    const name = expect.stringMatching(/^[^@]+$/);
    const seenHana = { name: 'Hana', id: hana.id, customerId: servers.customer };
    const seenKen = { name, id: ken.id, customerId: elsewhere };
    expect(await of(await manager(servers.customer))).toEqual([seenHana, { name, ...unseen }]);
    expect(await of(await manager(elsewhere))).toEqual([{ name: 'Hana', ...unseen }, seenKen]);
    expect(await of(await manager(servers.customer, elsewhere))).toEqual([seenHana, seenKen]);
    expect(await of(await admin())).toEqual([seenHana, seenKen]);
  });

  it('see in an opened call what its members see of someone without a name: no whole address', async () => {
    const { callId, ken } = await across();
    const { mail } = await servers.world.db
      .selectFrom('users')
      .where('id', '=', ken.id as UserId)
      .select('mail')
      .executeTakeFirstOrThrow();
    const client = await manager(servers.customer);
    const watched = await client.request('manage.watch', { topics: ['calls'], customerIds: null, callId });
    const [name] = mail.split('@');
    expect(watched.opened?.members[1]).toMatchObject({
      memberId: 'callee',
      name,
      id: null,
      customerId: null,
    });
    expect(JSON.stringify(watched)).not.toContain(mail);
  });

  it('see and hear nothing of customers that they do not manage, or have not asked for (M3)', async () => {
    const elsewhere = await servers.world.people.customer();
    const foreign = await manager(elsewhere);
    const narrow = await manager(servers.customer, elsewhere);
    expect((await watch(foreign)).calls?.totals).toEqual({ calls: 0, people: 0 });
    expect((await watch(narrow, [elsewhere])).calls?.totals).toEqual({ calls: 0, people: 0 });
    const own = await manager(servers.customer);
    await watch(own);
    const { callId } = await talk();
    await changed(own, (data) => data.changed.some((call) => call.callId === callId));
    for (const client of [foreign, narrow]) {
      await client.request('session.ping', {});
      expect(client.noticesOf('manage.callsChanged')).toEqual([]);
    }
    await expect(watch(foreign, [servers.customer])).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are no one else (M1)', async () => {
    const { people } = servers.world;
    const client = await enter(servers.server, await people.user('Hana', servers.customer));
    await expect(watch(client)).rejects.toMatchObject({ code: 'forbidden' });
    const device = await enter(servers.server, await people.device('Kiosk', servers.customer));
    await expect(watch(device)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('hear nothing any more once management is taken away, at once (M2)', async () => {
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const client = await enter(servers.other, mika);
    await watch(client);
    const { world } = servers;
    await world.db.deleteFrom('customer_managers').where('user_id', '=', mika.id).execute();
    world.events.publish({ type: 'role-changed', userId: mika.id, manages: [] });
    await client.notice('manage.watchEnded');
    await expect(watch(client)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('hear nothing more even where no one has told that management was taken away (M2)', async () => {
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const client = await enter(servers.other, mika);
    await watch(client);
    await servers.world.db.deleteFrom('customer_managers').where('user_id', '=', mika.id).execute();
    await talk();
    await client.notice('manage.watchEnded');
    expect(client.noticesOf('manage.callsChanged')).toEqual([]);
  });

  it('stop hearing when they say so, and watch one thing at a time (M2)', async () => {
    const client = await manager(servers.customer);
    await watch(client);
    await client.request('manage.unwatch', {});
    const other = await manager(servers.customer);
    await watch(other);
    const { callId } = await talk();
    await changed(other, (data) => data.changed.some((call) => call.callId === callId));
    await client.request('session.ping', {});
    expect(client.noticesOf('manage.callsChanged')).toEqual([]);
  });

  it('hear of changes and of their own tasks, each once in a round (M6)', async () => {
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const client = await enter(servers.other, mika);
    await client.request('manage.watch', { topics: ['changes', 'tasks'], customerIds: null });
    const { news } = servers.server;
    const elsewhere = await servers.world.people.customer();
    const taskId = crypto.randomUUID();
    for (const customerId of [elsewhere, null, servers.customer, servers.customer])
      news.resourceChanged({ resource: 'users', customerId });
    news.taskChanged(crypto.randomUUID(), (await servers.world.people.admin()).id);
    news.taskChanged(taskId, mika.id);
    await client.notice('manage.taskChanged');
    expect(client.noticesOf('manage.resourceChanged').map(({ data }) => data)).toEqual([
      { resource: 'users', customerId: servers.customer },
    ]);
    expect(client.noticesOf('manage.taskChanged').map(({ data }) => data)).toEqual([{ taskId }]);
  });

  it('hear of a change although they ask to watch something else before it is announced (M6)', async () => {
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const client = await enter(servers.other, mika);
    const watchAnew = (topics: readonly WatchTopic[]) =>
      client.request('manage.watch', { topics: [...topics], customerIds: null });
    const { news } = servers.other;
    const taskId = crypto.randomUUID();
    await watchAnew(['changes', 'tasks']);
    news.taskChanged(taskId, mika.id);
    news.resourceChanged({ resource: 'devices', customerId: servers.customer });
    await watchAnew(['changes']);
    news.resourceChanged({ resource: 'pairs', customerId: servers.customer });
    await client.notice('manage.resourceChanged', ({ resource }) => resource === 'pairs');
    expect(client.noticesOf('manage.resourceChanged').map(({ data }) => data)).toEqual([
      { resource: 'devices', customerId: servers.customer },
      { resource: 'pairs', customerId: servers.customer },
    ]);
    expect(client.noticesOf('manage.taskChanged')).toEqual([]);
  });

  it('may be administrators, who take part in no call, and leave with their sign-in (M1)', async () => {
    const { token, id, familyId } = await servers.world.people.admin();
    const client = connect(servers.other);
    expect(await client.open(accessToken(token))).toMatchObject({ party: null });
    await expect(client.request('presence.watch', {})).rejects.toMatchObject({ code: 'forbidden' });
    const target = { kind: 'group', groupId: crypto.randomUUID() as string as GroupId } as const;
    await expect(client.request('groupCall.look', { target })).rejects.toMatchObject({ code: 'forbidden' });
    const { callId } = await talkKnown();
    expect(
      (await client.request('manage.watch', { topics: ['calls'], customerIds: null })).calls?.shown.map(
        (call) => call.callId,
      ),
    ).toContain(callId);
    servers.world.events.publish({ type: 'tokens-revoked', partyKey: `admin:${id}`, familyId });
    expect(await client.closed).toBe(4001);
  });
});

describe('connections that are lost, while a manager watches', () => {
  const { servers, enter, connect, talk, talkKnown } = setUpDirectCalls('two servers', { graceMs: GRACE_MS });

  it('are resumed by managers as by others, who find what they have missed (M2)', async () => {
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const client = await enter(servers.other, mika);
    await watch(client);
    client.cut();
    await client.closed;
    const { callId } = await talk();
    const again = connect(servers.other);
    const sessionId = client.session?.sessionId;
    if (!sessionId) throw new Error('no session');
    expect(await again.open(accessToken(mika.token), { sessionId, lastSeq: client.lastSeq })).toMatchObject({
      resumed: true,
    });
    await changed(again, (data) => data.changed.some((call) => call.callId === callId));
  });

  it('show the worst calls first: those who have lost someone, then those that are relayed, then the oldest (M4)', async () => {
    const [oldest, relayed, interrupted] = [await talkKnown(), await talkKnown(), await talkKnown()];
    const client = await enter(servers.other, await servers.world.people.manager('Mika', [servers.customer]));
    await watch(client);
    const report = { relayed: true, bytesSent: 1, bytesReceived: 1 };
    await relayed.caller.request('directCall.report', { callId: relayed.callId, ...report });
    interrupted.callee.cut();
    const isOf = (id: string, mark: 'relayed' | 'interrupted') => (data: Changed) =>
      data.changed.some((call) => call.callId === id && call[mark]);
    await changed(client, isOf(interrupted.callId, 'interrupted'));
    await changed(client, isOf(relayed.callId, 'relayed'));
    const { calls } = await watch(client);
    const ids = [oldest, relayed, interrupted].map(({ callId }) => callId);
    const shown = calls?.shown.map(({ callId }) => callId).filter((id) => ids.some((one) => one === id));
    expect(shown).toEqual([interrupted.callId, relayed.callId, oldest.callId]);
  });
});
