import { stayChanges } from '#protocol/stay-changes.ts';
import type { Film, FilmPart } from './film.ts';

/** `at`: seconds from the start of the recording. */
export type Chapter =
  | { readonly at: number; readonly change: 'began' | 'ended'; readonly part: FilmPart }
  | { readonly at: number; readonly change: 'interrupted' };

/** Who was there from the beginning did not come, and who stayed to the end did not leave. */
const EDGE_S = 2;
/** Who is back so soon after an interruption was not away; longer than a browser takes to join again. */
const BACK_S = 10;

/** Who came and left, what was shared, and where the recording was interrupted, in order. */
export const chaptersOf = ({ parts, duration }: Film): readonly Chapter[] =>
  stayChanges(
    parts.map(({ present }) => present),
    { before: EDGE_S, after: BACK_S },
  ).flatMap((change): Chapter | readonly Chapter[] => {
    if (change.change === 'interrupted') return change;
    const { at, change: what, index } = change;
    const part = parts[index];
    const isShared = part?.source !== 'camera';
    const isNews = what === 'began' ? isShared || at > EDGE_S : at < duration - EDGE_S;
    return part && isNews ? [{ at, change: what, part }] : [];
  });
