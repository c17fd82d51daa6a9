import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { numberFormat } from '#client/i18n/formats.ts';
import type { SummaryFigures } from '#protocol/rest/resources/connection-summary.ts';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import type { Measure } from './statistics-address.ts';

export const figureOf = (figures: SummaryFigures, measure: Measure): number => figures[measure] ?? 0;

/** Of the period before; null where it was not asked for. */
export const previousOf = ({ previous }: SummaryLine, measure: Measure): number | null =>
  previous ? figureOf(previous, measure) : null;

export interface Totals {
  readonly current: number;
  readonly previous: number | null;
  /** Where it is most; undefined where there is nothing, or several lines have the most. */
  readonly most: { readonly line: SummaryLine; readonly value: number } | undefined;
}

/** What all lines come to: added up, of peaks the highest. */
export function totalsOf(kind: SummaryKind, lines: readonly SummaryLine[], measure: Measure): Totals {
  const add = (one: number, other: number): number =>
    kind === 'bypeak' ? Math.max(one, other) : one + other;
  const value = Math.max(0, ...lines.map((line) => figureOf(line, measure)));
  const [line, ...others] = value > 0 ? lines.filter((each) => figureOf(each, measure) === value) : [];
  const compared = lines.some(({ previous }) => previous);
  return {
    current: lines.reduce((sum, line) => add(sum, figureOf(line, measure)), 0),
    previous: compared ? lines.reduce((sum, line) => add(sum, previousOf(line, measure) ?? 0), 0) : null,
    most: line && others.length === 0 ? { line, value } : undefined,
  };
}

/** How much more or less, as a part; null where there was nothing to compare with. */
export const changeOf = (current: number, previous: number | null): number | null =>
  previous === null || previous === 0 ? null : (current - previous) / previous;

/** Minutes to a tenth, everything else whole. */
export const figureText = (locale: string, value: number): string =>
  numberFormat(locale, { maximumFractionDigits: 1 }).format(value);

/** In a column, where the points stand below one another. */
export const columnText = (locale: string, value: number, measure: Measure): string => {
  const digits = measure === 'minutes' ? 1 : 0;
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
};

/** `12 %`. */
export const shareText = (locale: string, share: number): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** `+12 %`. */
export const changeText = (locale: string, change: number): string =>
  numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(change);
