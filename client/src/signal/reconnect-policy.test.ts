import { describe, expect, it } from 'vitest';
import { CloseCode } from '#protocol/limits.ts';
import { afterLoss, type Loss } from './reconnect-policy.ts';

const closed = (code: number): Loss => ({ kind: 'socket-closed', code });
const delay = (loss: Loss, attempt: number, random = 1): number => {
  const decision = afterLoss(loss, attempt, random);
  if ('stop' in decision) throw new Error(`stopped: ${decision.stop}`);
  return decision.retryInMs;
};

describe('what follows a lost connection (S9)', () => {
  it('tries again almost at once after a network change', () => {
    expect(delay(closed(1006), 0)).toBeLessThanOrEqual(300);
  });

  it('doubles the wait and keeps it under 15 seconds', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => delay(closed(1006), attempt));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  it('waits no longer than 2 seconds during a call, and no shorter than the server asks', () => {
    const inCall = (loss: Loss, attempt: number) => afterLoss(loss, attempt, 1, true);
    const waits = [1, 2, 3, 4, 20].map((attempt) => inCall(closed(1006), attempt));
    expect(waits.map((decision) => 'retryInMs' in decision && decision.retryInMs)).toEqual([
      500, 1_000, 2_000, 2_000, 2_000,
    ]);
    expect(inCall({ kind: 'refused', code: 'too-many-requests', retryAfterMs: 40_000 }, 1)).toMatchObject({
      retryInMs: 40_000,
    });
    expect(inCall(closed(CloseCode.abuse), 4)).toMatchObject({ retryInMs: 15_000 });
  });

  it('spreads clients over half of the wait', () => {
    expect(delay(closed(1006), 4, 0)).toBe(2_000);
    expect(delay(closed(1006), 4, 0.5)).toBe(3_000);
  });

  it('spreads those who are told of a restart more widely than those who lost their network', () => {
    expect(delay(closed(CloseCode.serviceRestart), 0)).toBe(2_000);
  });

  it('waits as long as the server asks', () => {
    expect(delay({ kind: 'refused', code: 'too-many-requests', retryAfterMs: 40_000 }, 1)).toBe(40_000);
  });

  it('fetches a fresh token and tries again where the old one has expired', () => {
    expect(delay({ kind: 'refused', code: 'token-expired', retryAfterMs: undefined }, 0)).toBeLessThanOrEqual(
      300,
    );
  });

  it('keeps away for seconds after abuse, and does not ask for the session again (S9)', () => {
    const decision = afterLoss(closed(CloseCode.abuse), 0, 0);
    expect(decision).toEqual({ retryInMs: 2_000, forget: true });
  });

  it.each([
    [closed(CloseCode.protocolMismatch), 'protocol-mismatch'],
    [closed(CloseCode.unauthenticated), 'unauthenticated'],
    [closed(CloseCode.replaced), 'replaced'],
    [{ kind: 'refused', code: 'protocol-mismatch', retryAfterMs: undefined }, 'protocol-mismatch'],
    [{ kind: 'refused', code: 'guest-link-revoked', retryAfterMs: undefined }, 'unauthenticated'],
  ] satisfies [Loss, string][])('stops for good after %j', (loss, reason) => {
    expect(afterLoss(loss, 0, 0.5)).toMatchObject({ stop: reason });
  });
});
