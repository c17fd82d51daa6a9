/** A codec that was set and cannot be used: another one is used instead. */
export interface CodecFallback {
  readonly kind: 'audio' | 'video';
  readonly wanted: string;
  /** `here`: this browser, or the room. */
  readonly lackedBy: 'here' | 'other-side';
}

export const withFallback = (
  known: readonly CodecFallback[],
  fallback: CodecFallback,
): readonly CodecFallback[] => [...known.filter(({ kind }) => kind !== fallback.kind), fallback];
