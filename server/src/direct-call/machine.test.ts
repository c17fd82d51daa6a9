import { describe, expect, it } from 'vitest';
import type { SessionId } from '#protocol/ids.ts';
import { type CallEvent, type CallState, step } from './machine.ts';

const session = (name: string) => name as SessionId;
const ringing: CallState = { tag: 'ringing', invitedAt: 1_000 };
const active: CallState = {
  tag: 'active',
  invitedAt: 1_000,
  acceptedAt: 5_000,
  answeredBy: session('laptop'),
};

/** The state after all events, those that were ignored left out. */
const stateAfter = (state: CallState, ...events: CallEvent[]): CallState =>
  events.reduce((current, event) => step(current, event)?.[0] ?? current, state);

const accepted = (by: string, at = 5_000): CallEvent => ({ type: 'accepted', by: session(by), at });
const hungUp = (side: 'caller' | 'callee', at = 9_000): CallEvent => ({
  type: 'hung-up',
  side,
  reason: 'hung-up',
  at,
});

describe('a 1-to-1 call', () => {
  it('is answered by the first session that accepts (D3)', () => {
    expect(stateAfter(ringing, accepted('laptop'), accepted('phone'))).toMatchObject({
      answeredBy: 'laptop',
    });
    expect(step(active, accepted('phone'))).toBeNull();
  });

  it('ends cancelled where the caller hung up before the accept came, and active the other way round (D4)', () => {
    expect(stateAfter(ringing, hungUp('caller'), accepted('laptop'))).toMatchObject({ reason: 'cancelled' });
    expect(stateAfter(ringing, accepted('laptop'), hungUp('caller'))).toMatchObject({ reason: 'hung-up' });
  });

  it('ends once, whatever comes after its end (D4)', () => {
    const timedOut = stateAfter(ringing, { type: 'ring-timed-out', at: 46_000 });
    expect(timedOut).toMatchObject({ reason: 'no-answer', durationS: 0 });
    const late: CallEvent[] = [
      hungUp('caller'),
      accepted('laptop'),
      { type: 'declined', at: 1 },
      { type: 'session-ended', side: 'caller', end: 'lost', at: 1 },
      { type: 'revoked', at: 1 },
    ];
    for (const event of late) expect(step(timedOut, event)).toBeNull();
  });

  it('is not ended by a ring time-out that was on its way when it was accepted', () => {
    expect(step(active, { type: 'ring-timed-out', at: 46_000 })).toBeNull();
  });

  it.each([
    ['the caller hangs up', hungUp('caller'), 'cancelled'],
    ['the callee hangs up', hungUp('callee'), 'declined'],
    ['the callee declines', { type: 'declined', at: 2_000 }, 'declined'],
    [
      "the caller's session is lost",
      { type: 'session-ended', side: 'caller', end: 'lost', at: 2_000 },
      'cancelled',
    ],
    [
      "the caller's tokens are revoked",
      { type: 'session-ended', side: 'caller', end: 'revoked', at: 2_000 },
      'revoked',
    ],
    ['the callee is busy', { type: 'unreachable', reason: 'busy', at: 1_000 }, 'busy'],
    ['the pair is deleted', { type: 'revoked', at: 2_000 }, 'revoked'],
  ] satisfies [string, CallEvent, string][])('while it rings: %s → %s', (_, event, reason) => {
    expect(stateAfter(ringing, event)).toMatchObject({
      tag: 'ended',
      reason,
      durationS: 0,
      startedAt: 1_000,
    });
  });

  it("rings on when one of the callee's sessions ends", () => {
    expect(step(ringing, { type: 'session-ended', side: 'callee', end: 'closed', at: 2_000 })).toBeNull();
  });

  it.each([
    ['closed', 'hung-up'],
    ['lost', 'connection-lost'],
    ['revoked', 'revoked'],
  ] as const)('ends when a session of it is %s: %s (D8)', (end, reason) => {
    expect(stateAfter(active, { type: 'session-ended', side: 'callee', end, at: 8_000 })).toMatchObject({
      reason,
      durationS: 3,
    });
  });

  it('passes messages only while it is active, to the other side (D6)', () => {
    const message = { kind: 'candidate', candidate: null } as const;
    expect(step(ringing, { type: 'signalled', from: 'caller', message })).toBeNull();
    expect(step(active, { type: 'signalled', from: 'caller', message })?.[1]).toEqual([
      { type: 'pass-message', to: 'callee', message },
    ]);
  });

  it('counts from accept to end, and never less than nothing (D9)', () => {
    expect(stateAfter(active, hungUp('callee', 65_400))).toMatchObject({ durationS: 60, startedAt: 5_000 });
    expect(stateAfter(active, hungUp('callee', 4_000))).toMatchObject({ durationS: 0, endedAt: 5_000 });
  });

  it('is recorded exactly once', () => {
    const [, effects] = step(active, hungUp('caller')) ?? [active, []];
    expect(effects.map(({ type }) => type)).toEqual(['announce-ended', 'record']);
  });
});
