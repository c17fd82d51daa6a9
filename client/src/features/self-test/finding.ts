import type { CaptureFailure } from '#client/media/capture.ts';

/** In the order in which they are shown. */
export const checkIds = ['camera', 'microphone', 'speaker', 'socket', 'udp', 'tcp', 'turn'] as const;
export type CheckId = (typeof checkIds)[number];

/** `weak`: calls work, but not as well as they could. */
export type Verdict = 'good' | 'weak' | 'bad';

export type Problem =
  | { readonly kind: 'capture'; readonly reason: CaptureFailure }
  | {
      readonly kind:
        | 'no-picture'
        | 'silent'
        | 'not-heard'
        | 'socket-blocked'
        | 'wrong-address'
        | 'server-unreachable'
        | 'self-test-closed'
        | 'too-many'
        | 'no-media-node'
        | 'udp-blocked'
        | 'tcp-blocked'
        | 'turn-missing'
        | 'turn-partly'
        | 'turn-refused'
        | 'turn-blocked';
    };

export interface Finding {
  readonly verdict: Verdict;
  /** Null where all is well. */
  readonly problem: Problem | null;
  /** The same in every language: `1280 × 720`, `12 ms`. */
  readonly figures: readonly string[];
}

export const good = (...figures: readonly string[]): Finding => ({ verdict: 'good', problem: null, figures });
export const weak = (problem: Problem, ...figures: readonly string[]): Finding => ({
  verdict: 'weak',
  problem,
  figures,
});
export const bad = (problem: Problem, ...figures: readonly string[]): Finding => ({
  verdict: 'bad',
  problem,
  figures,
});

export type Findings = Readonly<Partial<Record<CheckId, Finding>>>;
