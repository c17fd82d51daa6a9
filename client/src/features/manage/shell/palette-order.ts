import { folded } from '#client/i18n/folded.ts';
import { beginsWords, matchOf } from './palette-match.ts';

/** What the palette leads to. */
export interface PaletteTarget {
  readonly kind: 'screen' | 'action' | 'object';
  /** Its names. Those of a screen or an action are words in either language; the server has found the objects. */
  readonly names: readonly string[];
}

/** The most likely to be meant first; null: not at all. */
function rankOf(query: string, { kind, names }: PaletteTarget): number | null {
  if (kind === 'object') {
    const typed = folded(query);
    const known = names.map(folded);
    if (known.includes(typed)) return 0;
    return known.some((name) => name.startsWith(typed)) ? 3 : 8;
  }
  const words = names.join(' ');
  const begins = beginsWords(query, words);
  // `MADD` is the beginning of serial numbers, and not a mistyped “add”.
  if (kind === 'action') return begins ? 4 : null;
  const match = matchOf(query, words);
  return match === null ? null : match + (begins ? 1 : 4);
}

/**
 * Targets that a query may mean, the most likely first. Screens are known before the server answers: only an object that is
 * called just as typed takes the place of one, so that an early Enter opens what a late one does.
 */
export const inOrder = <Target extends PaletteTarget>(
  query: string,
  targets: readonly Target[],
): readonly Target[] =>
  targets
    .map((target) => ({ target, rank: rankOf(query, target) }))
    .flatMap(({ target, rank }) => (rank === null ? [] : { target, rank }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ target }) => target);
