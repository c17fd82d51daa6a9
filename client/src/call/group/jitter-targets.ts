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
   * @param line between this browser and the media node: its round trip, and whether it is full (congestion.ts)
   * @param nowMs of a clock that is never set
   */
  adjust(
    loss: AudioLoss,
    line: { readonly roundTripMs: number | null; readonly full: boolean },
    nowMs: number,
  ): void;
}

/** Each receiver has a target of its own. Members on a good line are played without extra delay. */
export function createJitterTargets({ audio, roundTripOf }: JitterTargetOptions): JitterTargets {
  const lines = new WeakMap<JitterReceiver, AudioLine>();
  return {
    adjust(loss, { roundTripMs, full }, nowMs) {
      for (const { memberId, trackId, receiver } of audio()) {
        if (receiver?.jitterBufferTarget === undefined) continue;
        const known = lines.get(receiver) ?? goodLine;
        const line = lineAfter(known, loss.received.get(trackId) ?? null, nowMs, full);
        lines.set(receiver, line);
        const longest = Math.max(roundTripMs ?? 0, roundTripOf(memberId) ?? 0);
        const target = jitterTarget(line.lossy, longest, receiver.jitterBufferTarget);
        if (receiver.jitterBufferTarget !== target) receiver.jitterBufferTarget = target;
      }
    },
  };
}
