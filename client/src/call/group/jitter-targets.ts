import type { AudioLoss } from '#client/media/audio-loss.ts';
import { type AudioLine, goodLine, jitterTarget, lineAfter } from '#client/media/audio-protection.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { JitterReceiver, ReceivedAudio } from './receiving.ts';

export interface JitterTargetOptions {
  readonly audio: () => readonly ReceivedAudio[];
  /** Between a member and the media node, in ms; null: not known. */
  readonly roundTripOf: (memberId: MemberId) => number | null;
}

export interface JitterTargets {
  /**
   * Lets sound whose packets are lost, on the way to the media node or from there, wait until they come again.
   *
   * @param roundTripMs between this browser and the media node
   * @param nowMs of a clock that is never set
   */
  adjust(loss: AudioLoss, roundTripMs: number | null, nowMs: number): void;
}

/** Each receiver has a target of its own. Members on a good line are played without extra delay. */
export function createJitterTargets({ audio, roundTripOf }: JitterTargetOptions): JitterTargets {
  const lines = new WeakMap<JitterReceiver, AudioLine>();
  return {
    adjust(loss, roundTripMs, nowMs) {
      for (const { memberId, trackId, receiver } of audio()) {
        if (receiver?.jitterBufferTarget === undefined) continue;
        const line = lineAfter(lines.get(receiver) ?? goodLine, loss.received.get(trackId) ?? null, nowMs);
        lines.set(receiver, line);
        const longest = Math.max(roundTripMs ?? 0, roundTripOf(memberId) ?? 0);
        const target = jitterTarget(line.lossy, longest, receiver.jitterBufferTarget);
        if (receiver.jitterBufferTarget !== target) receiver.jitterBufferTarget = target;
      }
    },
  };
}
