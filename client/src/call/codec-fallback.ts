/** A codec that was set and that this browser, or the room, does not have: another one is used instead. */
export interface CodecFallback {
  readonly kind: 'audio' | 'video';
  readonly wanted: string;
}

export const withFallback = (
  known: readonly CodecFallback[],
  fallback: CodecFallback,
): readonly CodecFallback[] => [...known.filter(({ kind }) => kind !== fallback.kind), fallback];
