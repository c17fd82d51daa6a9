import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import type { ChartData } from '#client/features/manage/chart/chart-data.ts';
import { figureOf, previousOf } from './figures.ts';
import { keyText } from './key-text.ts';
import { measureText } from './kinds.ts';
import type { StatisticsAddress } from './statistics-address.ts';

/** The chart of the chosen figure. */
export function chartDataOf(
  i18n: I18n,
  { kind, measure, compare }: Pick<StatisticsAddress, 'kind' | 'measure' | 'compare'>,
  lines: readonly SummaryLine[],
): ChartData {
  const current = {
    label: i18n._(measureText(kind, measure)),
    values: lines.map((line) => figureOf(line, measure)),
    role: 'current' as const,
  };
  const previous = {
    label: i18n._(msg`Previous period`),
    values: lines.map((line) => previousOf(line, measure) ?? 0),
    role: 'previous' as const,
  };
  return {
    ticks: lines.map((line) => keyText(i18n, kind, line).short),
    series: compare ? [current, previous] : [current],
    bars: kind !== 'byday' && kind !== 'bypeak',
    endsNow: kind === 'byday' || kind === 'bypeak' || kind === 'bymonth',
  };
}
