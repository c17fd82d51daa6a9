import type { MediaSource } from '#protocol/media.ts';

/** What of one's own the media node has: `sent` is heard or seen by the others, `paused` is muted or off for them. */
export type SentSources = { readonly [Source in MediaSource]?: 'sent' | 'paused' };

/** Something of one's own is not with the others, or still is, some seconds after it was wanted otherwise. */
export interface SendingTrouble {
  readonly what: MediaSource;
  readonly wanted: 'on' | 'off';
  /** False while it is being tried. */
  readonly givenUp: boolean;
}

/**
 * What does not work at this moment, although the call itself does. `receiving`: media of others is missing. `recording`: the
 * others have not been told again, after a rebuild, that one records.
 */
export type Trouble =
  | SendingTrouble
  | { readonly what: 'receiving' | 'recording'; readonly givenUp: boolean };

type Part = 'sending' | 'receiving' | 'recording';

/** Collects what each part of the call has trouble with. */
export interface TroubleBoard {
  /** In the place of what this part has told before. */
  put(part: Part, troubles: readonly Trouble[]): void;
  clear(): void;
}

/** @param show is told when it has changed */
export function createTroubleBoard(show: (troubles: readonly Trouble[]) => void): TroubleBoard {
  const parts = new Map<Part, readonly Trouble[]>();
  return {
    put(part, troubles) {
      if (troubles.length === 0 && !parts.has(part)) return;
      if (troubles.length === 0) parts.delete(part);
      else parts.set(part, troubles);
      show([...parts.values()].flat());
    },
    clear() {
      if (parts.size === 0) return;
      parts.clear();
      show([]);
    },
  };
}
