import { describe, expect, it } from 'vitest';
import type { AudioLoss } from '#client/media/audio-loss.ts';
import type { MemberId } from '#protocol/ids.ts';
import { createJitterTargets } from './jitter-targets.ts';

const ALICE = '01920000-0000-7000-8000-000000000001' as MemberId;
const BOB = '01920000-0000-7000-8000-000000000002' as MemberId;
const losing = (loss: Readonly<Record<string, number>>): AudioLoss => ({
  sent: null,
  resent: null,
  received: new Map(Object.entries(loss)),
});

describe('sound that is received in a group call', () => {
  const alice: { jitterBufferTarget: number | null } = { jitterBufferTarget: null };
  const bob: { jitterBufferTarget: number | null } = { jitterBufferTarget: null };
  const targets = createJitterTargets({
    audio: () => [
      { memberId: ALICE, trackId: 'alice', receiver: alice },
      { memberId: BOB, trackId: 'bob', receiver: bob },
      { memberId: BOB, trackId: 'old browser', receiver: {} },
      { memberId: BOB, trackId: 'older browser', receiver: undefined },
    ],
    roundTripOf: (memberId) => (memberId === ALICE ? 150 : 40),
  });

  it('waits for lost packets of a lossy line only, by the longer way, and no longer once it is good', () => {
    targets.adjust(losing({ alice: 0.1, bob: 0 }), { roundTripMs: 40, full: false }, 0);
    expect([alice.jitterBufferTarget, bob.jitterBufferTarget]).toEqual([300, null]);
    targets.adjust(
      losing({ alice: 0, bob: 0.1, 'old browser': 0.1 }),
      { roundTripMs: 40, full: false },
      2_000,
    );
    expect([alice.jitterBufferTarget, bob.jitterBufferTarget]).toEqual([300, 120]);
    targets.adjust(losing({ alice: 0, bob: 0.1 }), { roundTripMs: 40, full: false }, 22_000);
    expect([alice.jitterBufferTarget, bob.jitterBufferTarget]).toEqual([null, 120]);
  });
});
