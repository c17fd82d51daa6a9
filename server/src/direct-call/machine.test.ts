import { describe, expect, it } from 'vitest';
import type { CallId } from '#protocol/ids.ts';
import { type CallEvent, type CallState, type ParticipantId, step } from './machine.ts';

const ringing: CallState = { tag: 'ringing', invitedAt: 1_000 };
const active: CallState = {
  tag: 'active',
  acceptedAt: 5_000,
};

/** The state after all events, those that were ignored left out. */
const stateAfter = (state: CallState, ...events: CallEvent[]): CallState =>
  events.reduce((current, event) => step(current, event)?.[0] ?? current, state);

const accepted = (at = 5_000): CallEvent => ({ type: 'accepted', at });
const hungUp = (participantId: ParticipantId, at = 9_000): CallEvent => ({
  type: 'hung-up',
  participantId,
  reason: 'hung-up',
  at,
});

describe('a 1-to-1 call', () => {
  it('is answered by the first session that accepts (D3)', () => {
    expect(stateAfter(ringing, accepted(5_000), accepted(6_000))).toMatchObject({ acceptedAt: 5_000 });
    expect(step(active, accepted())).toBeNull();
  });

  it('ends cancelled where the caller hung up before the accept came, and active the other way round (D4)', () => {
    expect(stateAfter(ringing, hungUp('caller'), accepted())).toMatchObject({ reason: 'cancelled' });
    expect(stateAfter(ringing, accepted(), hungUp('caller'))).toMatchObject({ reason: 'hung-up' });
  });

  it('ends once, whatever comes after its end (D4)', () => {
    const timedOut = stateAfter(ringing, { type: 'ring-timed-out', at: 46_000 });
    expect(timedOut).toMatchObject({ reason: 'no-answer', durationS: 0 });
    const late: CallEvent[] = [
      hungUp('caller'),
      accepted(),
      { type: 'declined', at: 1 },
      { type: 'session-ended', participantId: 'caller', end: 'lost', at: 1 },
      { type: 'revoked', participantId: 'caller', at: 1 },
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
      { type: 'session-ended', participantId: 'caller', end: 'lost', at: 2_000 },
      'cancelled',
    ],
    [
      "the caller's tokens are revoked",
      { type: 'session-ended', participantId: 'caller', end: 'revoked', at: 2_000 },
      'signed-out',
    ],
    ['the callee is busy', { type: 'unreachable', reason: 'busy', at: 1_000 }, 'busy'],
    ['the pair is deleted', { type: 'revoked', participantId: 'caller', at: 2_000 }, 'revoked'],
  ] satisfies [string, CallEvent, string][])('while it rings: %s → %s', (_, event, reason) => {
    expect(stateAfter(ringing, event)).toMatchObject({
      tag: 'ended',
      reason,
      durationS: 0,
      startedAt: 1_000,
    });
  });

  it("rings on when one of the callee's sessions ends", () => {
    expect(
      step(ringing, { type: 'session-ended', participantId: 'callee', end: 'closed', at: 2_000 }),
    ).toBeNull();
  });

  it.each([
    ['closed', 'hung-up'],
    ['lost', 'connection-lost'],
    ['revoked', 'signed-out'],
  ] as const)('ends when a session of it is %s: %s (D8)', (end, reason) => {
    expect(
      stateAfter(active, { type: 'session-ended', participantId: 'callee', end, at: 8_000 }),
    ).toMatchObject({
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
    expect(effects.filter(({ type }) => type === 'release')).toHaveLength(1);
  });
});

describe('a call that has moved to the media node (D12)', () => {
  const invitation = 'invitation' as CallId;
  const moving: CallEvent = { type: 'moved', reason: 'invitation' };
  const invited: CallEvent = { type: 'invited', invitation };
  const over: CallEvent = { type: 'invitation-over', invitation, at: 20_000 };
  const three = stateAfter(active, moving, invited, { type: 'admitted', participantId: 'invited2' }, over);

  it('moves once, however often it is asked', () => {
    expect(step(active, moving)?.[1]).toEqual([{ type: 'announce-moved', reason: 'invitation' }]);
    expect(step(three, moving)).toBeNull();
    expect(step(ringing, moving)).toBeNull();
  });

  it('goes on for the others when one of three leaves, and counts the time of the one who left', () => {
    const [state, effects] = step(three, hungUp('caller', 65_000)) ?? [];
    expect(state).toMatchObject({ tag: 'moved', present: ['callee', 'invited2'] });
    expect(effects).toMatchObject([
      { type: 'release', participantIds: ['caller'], ended: { reason: 'hung-up', durationS: 60 } },
    ]);
  });

  it('ends for the one who is left alone', () => {
    const [state, effects] = step(stateAfter(three, hungUp('callee')), hungUp('caller')) ?? [];
    expect(state?.tag).toBe('ended');
    expect(effects).toMatchObject([
      { participantIds: ['caller'], over: false },
      { participantIds: ['invited2'], over: true },
    ]);
  });

  it('waits for someone who is being rung, and ends when they do not come', () => {
    const waiting = stateAfter(active, moving, invited, hungUp('callee'));
    expect(waiting).toMatchObject({ tag: 'moved', present: ['caller'] });
    expect(stateAfter(waiting, over)).toMatchObject({ tag: 'ended', reason: 'hung-up' });
  });

  it('ends for all when it is revoked', () => {
    const [, effects] = step(three, { type: 'revoked', participantId: 'callee', at: 9_000 }) ?? [];
    expect(effects).toMatchObject([{ type: 'release', participantIds: ['caller', 'callee', 'invited2'] }]);
  });

  it('passes messages between the two sides, as long as both are there (D6)', () => {
    const message = { kind: 'switched' } as const;
    expect(step(three, { type: 'signalled', from: 'callee', message })?.[1]).toHaveLength(1);
    expect(step(three, { type: 'signalled', from: 'invited2', message })).toBeNull();
    expect(
      step(stateAfter(three, hungUp('caller')), { type: 'signalled', from: 'callee', message }),
    ).toBeNull();
  });
});
