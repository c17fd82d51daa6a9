import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { overTcp, watchHandshake } from './large-packets.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const report = (dtlsState: RTCDtlsTransportState, selectedCandidatePairId?: string): RTCStatsReport =>
  new Map([['transport', { type: 'transport', dtlsState, selectedCandidatePairId }]]);

const watch = () => {
  let now = report('new');
  const onStuck = vi.fn();
  const handshake = watchHandshake(async () => now, onStuck);
  const stay = async (next: RTCStatsReport, ms: number) => {
    now = next;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { handshake, onStuck, stay };
};

describe('the watch over a handshake', () => {
  it('tells once that the handshake hangs on a path that ICE has found', async () => {
    const { handshake, onStuck, stay } = watch();
    handshake.see('connecting');
    await stay(report('connecting'), 10_000);
    expect(onStuck).not.toHaveBeenCalled();
    await stay(report('connecting', 'pair'), 5_000);
    expect(onStuck).not.toHaveBeenCalled();
    await stay(report('connecting', 'pair'), 60_000);
    expect(onStuck).toHaveBeenCalledOnce();
  });

  it('leaves a handshake alone that is slow', async () => {
    const { handshake, onStuck, stay } = watch();
    handshake.see('connecting');
    await stay(report('connecting', 'pair'), 5_000);
    handshake.see('connected');
    await stay(report('connected', 'pair'), 60_000);
    // A path that is lost is found again.
    handshake.see('connecting');
    await stay(report('connecting', 'pair'), 5_000);
    handshake.close();
    await stay(report('connecting', 'pair'), 60_000);
    expect(onStuck).not.toHaveBeenCalled();
  });
});

describe('relays over TCP', () => {
  it('are those that are reached over TCP or TLS', () => {
    const server = { username: 'name', credential: 'secret' };
    const tcp = ['turn:one.test?transport=tcp', 'turns:one.test', 'turns:one.test:443?transport=tcp'];
    const udp = ['turn:one.test', 'turn:one.test?transport=udp', 'turns:one.test?transport=udp'];
    expect(
      overTcp({
        iceServers: [{ urls: ['stun:one.test'] }, { ...server, urls: [...udp, ...tcp] }],
        expiresInMs: 1,
      }),
    ).toEqual([{ ...server, urls: tcp }]);
  });
});
