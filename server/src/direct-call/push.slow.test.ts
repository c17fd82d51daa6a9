import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveSubscription } from '#server/push/subscriptions.ts';
import { makeVapid, startPushService, type TestPushService } from '#server/push/testing/push-service.ts';
import { endOf, HANG_UP, setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';

describe.each(['one server', 'two servers'] as const)('Web Push on %s (SPEC.md, D18)', (layout) => {
  const { servers, enter, meet, history, missedCalls } = setUpDirectCalls(layout, { vapid: makeVapid() });
  let service: TestPushService;
  beforeEach(async () => {
    service = await startPushService();
  });
  afterEach(() => service.close());

  const subscribe = ({ id: userId, familyId }: Person) =>
    servers.world.db
      .transaction()
      .execute((trx) => saveSubscription(trx, { userId, familyId }, { ...service.subscription, lang: 'en' }));
  /** Hana calls Ken, who has closed all pages. */
  const callClosed = async () => {
    const sides = await meet();
    sides.callee.close();
    for (const { presence } of [servers.server, servers.other]) {
      await eventually(() => expect(presence.stateOf(sides.ken.key)).toBe('offline'));
    }
    await subscribe(sides.ken);
    const { callId } = await sides.caller.request('directCall.invite', { pairId: sides.pairId });
    return { ...sides, callId };
  };

  it('rings someone who has no page open; the page that opens meanwhile rings and answers', async () => {
    const { ken, caller, callId } = await callClosed();
    const { message } = await service.message('ring');
    expect(message).toMatchObject({ tag: callId, title: 'Hana is calling', path: '/user' });
    const opened = await enter(servers.other, ken);
    const rang = await opened.notice('directCall.rang');
    expect(rang).toMatchObject({ callId, peer: { name: 'Hana' } });
    await opened.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted', (accepted) => accepted.callId === callId);
    expect((await service.message('answered')).message.tag).toBe(callId);
  });

  it('leaves a missed call where nobody opens a page in time', async () => {
    const { ken, caller, callId } = await callClosed();
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'no-answer' });
    expect((await service.message('missed')).message).toMatchObject({
      tag: callId,
      title: 'Missed call from Hana',
    });
    await history(callId);
    expect(await missedCalls(ken)).toHaveLength(1);
  });

  it('says so where the caller gives up', async () => {
    const { caller, callId } = await callClosed();
    await service.message('ring');
    await caller.request('directCall.hangUp', { callId, ...HANG_UP });
    expect((await service.message('missed')).message.tag).toBe(callId);
  });

  it('rings beside the pages that are open, and says that one of them has declined', async () => {
    const { ken, pairId, caller, callee } = await meet();
    await subscribe(ken);
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    await service.message('ring');
    await callee.request('directCall.decline', { callId });
    expect((await service.message('declined')).message.tag).toBe(callId);
  });

  it('finds someone offline whose push service takes nothing', async () => {
    service.answer(503);
    const { caller, callId } = await callClosed();
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'offline' });
  });

  it('rings nobody whose sign-in has ended', async () => {
    const { ken, pairId, caller, callee } = await meet();
    callee.close();
    await eventually(() => expect(servers.server.presence.stateOf(ken.key)).toBe('offline'));
    await subscribe(ken);
    await servers.world.db
      .updateTable('refresh_tokens')
      .set({ revoked_at: new Date() })
      .where('family_id', '=', ken.familyId)
      .execute();
    const { callId } = await caller.request('directCall.invite', { pairId });
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'offline' });
    expect(service.pushed).toEqual([]);
  });
});
