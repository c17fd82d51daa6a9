import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLinkRecovery, type LinkRecoveryOptions } from './link-recovery.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const watch = (options: Partial<LinkRecoveryOptions> = {}) => {
  const spies = {
    restart: vi.fn(),
    checkServer: vi.fn(),
    onUp: vi.fn(),
    onLost: vi.fn(),
    onFailed: vi.fn(),
    onStuck: vi.fn(),
  };
  const recovery = createLinkRecovery({ canSignal: () => true, ...spies, ...options });
  return { recovery, ...spies };
};

describe('the recovery of a link', () => {
  it('leaves an interruption alone that passes by itself', () => {
    const { recovery, restart, onLost, onUp } = watch();
    recovery.see('connected');
    recovery.see('disconnected');
    vi.advanceTimersByTime(1_000);
    recovery.see('connected');
    vi.advanceTimersByTime(60_000);
    expect(restart).not.toHaveBeenCalled();
    expect([onLost.mock.calls.length, onUp.mock.calls.length]).toEqual([1, 2]);
  });

  it('restarts ICE on a short timer, the less patient side first', () => {
    const sides = [watch(), watch({ patienceMs: 3_000 })];
    for (const { recovery } of sides) {
      recovery.see('connected');
      recovery.see('disconnected');
    }
    vi.advanceTimersByTime(2_000);
    expect(sides.map(({ restart }) => restart.mock.calls.length)).toEqual([1, 0]);
    vi.advanceTimersByTime(1_500);
    expect(sides.map(({ restart }) => restart.mock.calls.length)).toEqual([1, 1]);
  });

  it('checks the server as soon as the link is down, and waits no longer once its socket is back', () => {
    const { recovery, restart, checkServer } = watch({ patienceMs: 3_000 });
    recovery.see('connected');
    recovery.serverIsBack();
    expect(checkServer).not.toHaveBeenCalled();
    recovery.see('disconnected');
    expect(checkServer).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    recovery.serverIsBack();
    vi.advanceTimersByTime(0);
    expect(restart).toHaveBeenCalledOnce();
    // It is on its way: another one would only disturb.
    recovery.serverIsBack();
    vi.advanceTimersByTime(3_000);
    expect(restart).toHaveBeenCalledOnce();
  });

  it('does not wait once the browser has given up', () => {
    const { recovery, restart } = watch();
    recovery.see('connected');
    recovery.see('failed');
    vi.advanceTimersByTime(0);
    expect(restart).toHaveBeenCalledOnce();
  });

  it('tries again and again, and gives the link up after half a minute', () => {
    const { recovery, restart, onFailed } = watch();
    recovery.see('connected');
    recovery.see('disconnected');
    vi.advanceTimersByTime(29_000);
    expect(restart.mock.calls.length).toBeGreaterThan(3);
    expect(onFailed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onFailed).toHaveBeenCalledOnce();
  });

  it('gives a link up once the call is over for the server, which cannot be reached', () => {
    let over = false;
    const { recovery, onFailed } = watch({ canSignal: () => false, isOver: () => over });
    recovery.see('connected');
    vi.advanceTimersByTime(60_000);
    recovery.see('disconnected');
    vi.advanceTimersByTime(40_000);
    expect(onFailed).not.toHaveBeenCalled();
    over = true;
    vi.advanceTimersByTime(1_000);
    expect(onFailed).toHaveBeenCalled();
  });

  it('gives an interruption time to pass by itself even then', () => {
    const { recovery, onFailed } = watch({ canSignal: () => false, isOver: () => true });
    recovery.see('connected');
    recovery.see('disconnected');
    vi.advanceTimersByTime(4_000);
    recovery.see('connected');
    vi.advanceTimersByTime(60_000);
    expect(onFailed).not.toHaveBeenCalled();
  });

  it('gives a link up that does not come up', () => {
    const { recovery, onFailed } = watch();
    recovery.see('connecting');
    vi.advanceTimersByTime(30_000);
    expect(onFailed).toHaveBeenCalledOnce();
  });

  it('waits for as long as nothing has been tried', () => {
    const { onFailed } = watch();
    vi.advanceTimersByTime(120_000);
    expect(onFailed).not.toHaveBeenCalled();
  });

  it('gives nothing up while the other side cannot be reached anyway', () => {
    let reachable = false;
    const { recovery, onFailed } = watch({ canSignal: () => reachable });
    recovery.see('connected');
    recovery.see('disconnected');
    vi.advanceTimersByTime(59_000);
    expect(onFailed).not.toHaveBeenCalled();
    reachable = true;
    vi.advanceTimersByTime(31_000);
    expect(onFailed).toHaveBeenCalledOnce();
  });

  it('restarts at once when the network has changed', () => {
    const { recovery, restart, checkServer } = watch();
    recovery.see('connected');
    recovery.networkChanged();
    expect([restart.mock.calls.length, checkServer.mock.calls.length]).toEqual([1, 1]);
  });

  it('does nothing any more after it was closed', () => {
    const { recovery, restart, onFailed } = watch();
    recovery.see('connected');
    recovery.see('disconnected');
    recovery.close();
    recovery.see('failed');
    recovery.networkChanged();
    vi.advanceTimersByTime(60_000);
    expect(restart).not.toHaveBeenCalled();
    expect(onFailed).not.toHaveBeenCalled();
  });

  it('tells again and again that it is stuck, only while the other side is reached', () => {
    let canSignal = true;
    const { recovery, onStuck } = watch({ canSignal: () => canSignal });
    recovery.see('connecting');
    vi.advanceTimersByTime(9_000);
    expect(onStuck).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onStuck).toHaveBeenCalledOnce();
    canSignal = false;
    vi.advanceTimersByTime(10_000);
    expect(onStuck).toHaveBeenCalledOnce();
    canSignal = true;
    // It has been down for long, but could not be mended before.
    recovery.serverIsBack();
    vi.advanceTimersByTime(9_000);
    expect(onStuck).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(onStuck).toHaveBeenCalledTimes(2);
    recovery.see('connected');
    vi.advanceTimersByTime(60_000);
    expect(onStuck).toHaveBeenCalledTimes(2);
    recovery.see('disconnected');
    vi.advanceTimersByTime(10_000);
    expect(onStuck).toHaveBeenCalledTimes(3);
    recovery.close();
    vi.advanceTimersByTime(60_000);
    expect(onStuck).toHaveBeenCalledTimes(3);
  });

  it('is restarted instead of given up where it is to be', () => {
    let givesUp = false;
    const { recovery, restart, onFailed } = watch({ firstUpMs: 12_000, givesUp: () => givesUp });
    recovery.see('connecting');
    vi.advanceTimersByTime(12_100);
    expect(restart).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(120_000);
    expect(onFailed).not.toHaveBeenCalled();
    expect(restart.mock.calls.length).toBeGreaterThan(10);
    recovery.see('connected');
    recovery.see('failed');
    givesUp = true;
    vi.advanceTimersByTime(30_000);
    expect(onFailed).toHaveBeenCalledOnce();
  });
});
