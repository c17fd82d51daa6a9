import { describe, expect, it } from 'vitest';
import { setUpDirectCalls } from '#server/testing/direct-calls.ts';

describe.each(['one server', 'two servers'] as const)('a manager who opens a 1-to-1 call, %s', (layout) => {
  const { servers, enter, talkKnown } = setUpDirectCalls(layout);

  it('is shown what its browsers measure, which are asked as long as someone looks (M8)', async () => {
    const { callId, caller, callee, hana, ken } = await talkKnown();
    const mika = await servers.world.people.manager('Mika', [servers.customer]);
    const client = await enter(servers.other, mika);
    expect(caller.noticesOf('directCall.qualityAsked')).toEqual([]);
    const { opened } = await client.request('manage.watch', { topics: [], customerIds: null, callId });
    expect(opened?.members).toMatchObject([
      { memberId: 'caller', name: 'Hana', id: hana.id, link: null, mayRemove: true },
      { memberId: 'callee', name: 'Ken', id: ken.id, link: null, mayRemove: true },
    ]);
    for (const side of [caller, callee])
      await side.notice('directCall.qualityAsked', (data) => data.callId === callId);
    const report = { callId, relayed: false, bytesSent: 1, bytesReceived: 1 };
    await callee.request('directCall.report', { ...report, link: { loss: 0.2, roundTripMs: 350 } });
    const { opened: later } = await client.notice('manage.callChanged', (data) =>
      Boolean(data.opened?.members.some(({ link }) => link?.roundTripMs === 350)),
    );
    expect(later?.members.map(({ memberId, link }) => ({ memberId, link }))).toEqual([
      { memberId: 'caller', link: null },
      { memberId: 'callee', link: { loss: 0.2, roundTripMs: 350 } },
    ]);
    // What is sent and received follows from two reports.
    const next = { ...report, bytesSent: 100_000, bytesReceived: 300_000 };
    await callee.request('directCall.report', { ...next, link: { loss: 0.1, roundTripMs: 350 } });
    await client.notice('manage.callChanged', (data) =>
      Boolean(data.opened?.members.some(({ bitRates }) => bitRates && bitRates.down > bitRates.up)),
    );
    await caller.request('directCall.hangUp', { callId, reason: 'hung-up' });
    await client.notice('manage.callChanged', (data) => data.callId === callId && data.opened === null);
  });
});
