import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { figureOf } from './figures.ts';
import type { Measure } from './statistics-address.ts';

export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** How much of the colour the fullest cell has, in percent: text stays readable on it in both themes. */
export const STRONGEST = 38;

/** The figure that has the strongest tint. */
export const mostOf = (lines: readonly SummaryLine[], measure: Measure): number =>
  Math.max(1, ...lines.map((line) => figureOf(line, measure)));

/** How much of the colour a cell has, in percent. */
export const tintOf = (value: number, most: number): number => Math.round((STRONGEST * value) / most);
