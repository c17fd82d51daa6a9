import type { Film, FilmPart } from './film.ts';

export interface Chapter {
  /** Seconds from the start of the recording. */
  readonly at: number;
  readonly part: FilmPart;
  readonly change: 'began' | 'ended';
}

/** Who was there from the beginning did not come, and who stayed to the end did not leave. */
const EDGE_S = 2;

/** Who came and left, and what was shared, in order. */
export function chaptersOf({ parts, duration }: Film): readonly Chapter[] {
  return parts
    .flatMap((part) =>
      part.present.flatMap(([from, to]): Chapter[] => {
        const shared = part.source !== 'camera';
        return [
          ...(shared || from > EDGE_S ? [{ at: from, part, change: 'began' } as const] : []),
          ...(to < duration - EDGE_S ? [{ at: to, part, change: 'ended' } as const] : []),
        ];
      }),
    )
    .sort((one, other) => one.at - other.at);
}
