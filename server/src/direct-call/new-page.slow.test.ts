import { describe, expect, it } from 'vitest';
import { endOf, HANG_UP, setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import { layouts } from '#server/testing/set-up-servers.ts';
import { accessToken, type TestSignalClient } from '#server/testing/signal-client.ts';

/** As a browser says for a page that is reloaded, closed, or has crashed. */
const PAGE_LEFT = 1001;

describe.each(layouts)('a 1-to-1 call whose page is reloaded, on %s (D17, S13)', (layout) => {
  const { servers, connect, enter, seen, talk, ring, history } = setUpDirectCalls(layout);
  const sessionOf = ({ session }: TestSignalClient) => {
    if (!session) throw new Error('No session is open');
    return session.sessionId;
  };
  /** Only the session's id is known to the new page. */
  const load = async (server: typeof servers.server, person: Person, last: TestSignalClient) => {
    last.close(PAGE_LEFT);
    await last.closed;
    const page = connect(server);
    const sessionId = sessionOf(last);
    expect(await page.open(accessToken(person.token), { sessionId })).toMatchObject({
      resumed: true,
      sessionId,
    });
    return page;
  };

  it('goes on for the callee, whom nobody rings, by a new connection', async () => {
    const { caller, callee, callId, ken, hana } = await talk();
    const page = await load(servers.other, ken, callee);
    const before = sessionOf(callee);
    const { place, moved } = await page.request('directCall.takeUp', { callId, before, newPage: true });
    expect(moved).toBe(false);
    expect(place).toMatchObject({ peer: { id: hana.id }, outgoing: false, role: 'polite', leg: 1 });
    expect(await caller.notice('directCall.legRenewed')).toMatchObject({ callId, leg: 1, role: 'impolite' });
    const message = { kind: 'candidate', candidate: null } as const;
    await caller.request('directCall.signal', { callId, message, leg: 1 });
    expect(await page.notice('directCall.signalled')).toEqual({ callId, message, leg: 1 });
    expect(page.noticesOf('directCall.rang')).toEqual([]);
    expect(caller.noticesOf('directCall.rang')).toEqual([]);
    await page.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'hung-up' });
    await history(callId);
    await seen(ken, servers.other);
  });

  it('goes on when both are reloaded, and counts what all connections have carried', async () => {
    const { caller, callee, callId, ken, hana } = await talk();
    const report = { relayed: false, bytesSent: 100, bytesReceived: 20 };
    await caller.request('directCall.report', { callId, ...report });
    const first = await load(servers.server, hana, caller);
    const again = await first.request('directCall.takeUp', {
      callId,
      before: sessionOf(caller),
      newPage: true,
    });
    expect(again.place).toMatchObject({ outgoing: true, role: 'impolite', leg: 1 });
    const second = await load(servers.other, ken, callee);
    const { place } = await second.request('directCall.takeUp', {
      callId,
      before: sessionOf(callee),
      newPage: true,
    });
    expect(place).toMatchObject({ leg: 2 });
    expect(await first.notice('directCall.legRenewed')).toMatchObject({ leg: 2 });
    await first.request('directCall.report', { callId, ...report, leg: 2 });
    await first.request('directCall.hangUp', { callId, ...HANG_UP });
    const rows = await history(callId);
    expect(rows.map(({ bytes }) => Number(bytes)).sort()).toEqual([0, 240]);
  });

  it('takes back what the last page showed and recorded, and tells what the other side records', async () => {
    const { caller, callee, callId, ken } = await talk();
    await callee.request('directCall.share', { callId, source: 'screen', on: true });
    await callee.request('directCall.setRecording', { callId, on: true });
    await caller.request('directCall.setRecording', { callId, on: true });
    const page = await load(servers.other, ken, callee);
    await page.request('directCall.takeUp', { callId, before: sessionOf(callee), newPage: true });
    await caller.notice('directCall.shared', ({ on }) => !on);
    await caller.notice('directCall.recordingChanged', ({ on }) => !on);
    expect(await page.notice('directCall.recordingChanged')).toMatchObject({ on: true });
  });

  it('hears that the other side is away, whose loss ends the call (D14)', async () => {
    const { caller, callee, callId, hana } = await talk();
    callee.cut();
    await caller.notice('directCall.peerAway', ({ away }) => away);
    const page = await load(servers.server, hana, caller);
    await page.request('directCall.takeUp', { callId, before: sessionOf(caller), newPage: true });
    expect(await page.notice('directCall.peerAway')).toEqual({ callId, away: true });
    expect(await endOf(page, callId)).toMatchObject({ reason: 'connection-lost' });
  });

  it('ends when no page comes back', async () => {
    const { caller, callee, callId } = await talk();
    callee.close(PAGE_LEFT);
    await caller.notice('directCall.peerAway', ({ away }) => away);
    expect(await endOf(caller, callId)).toMatchObject({ reason: 'connection-lost' });
  });

  it('does not keep others from calling someone who has left the page for another one (P1)', async () => {
    const { callee, ken } = await talk();
    callee.close(PAGE_LEFT);
    await callee.closed;
    await eventually(() => expect(servers.server.presence.stateOf(ken.key)).toBe('busy'));
    await enter(servers.other, ken);
    await seen(ken);
  });

  it('rings the page that was reloaded while it rang', async () => {
    const { callee, callId, ken } = await ring();
    const page = await load(servers.other, ken, callee);
    expect(await page.notice('directCall.rang')).toMatchObject({ callId });
  });

  it('is left by who closes it and calls again from another page, and does not keep the callee busy (D2)', async () => {
    const { caller, callee, callId, pairId, hana } = await talk();
    caller.close(PAGE_LEFT);
    await caller.closed;
    const page = connect(servers.server);
    await page.open(accessToken(hana.token));
    await callee.notice('directCall.peerAway');
    const again = await page.request('directCall.invite', { pairId });
    expect(again.callId).not.toBe(callId);
    expect(await endOf(callee, callId)).toMatchObject({ reason: 'connection-lost' });
    await callee.notice('directCall.rang', (rang) => rang.callId === again.callId);
  });
});
