import { DateTime } from 'luxon';
import { serverNow } from '#client/server-clock.ts';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import type { StatisticsPeriod } from './statistics-address.ts';

/**
 * The first and the last day of a period (YYYY-MM-DD), by the clock of a zone.
 *
 * @param lines of the period; of days they tell which the server has counted
 */
export function shownDays(
  period: StatisticsPeriod,
  kind: SummaryKind,
  zone: string,
  lines: readonly { readonly key: string }[] = [],
): { readonly from: string; readonly to: string } {
  if (period.kind === 'days') return { from: period.from, to: period.to };
  const [first, last] = [lines[0], lines.at(-1)];
  // Of several customers the period ends with the easternmost one's day, which may be ahead of the browser's.
  if (first && last && (kind === 'byday' || kind === 'bypeak')) return { from: first.key, to: last.key };
  const today = DateTime.fromMillis(serverNow()).setZone(zone);
  const begins =
    kind === 'bymonth'
      ? today.startOf('month').minus({ months: period.span - 1 })
      : today.minus({ days: period.span - 1 });
  return { from: begins.toFormat('yyyy-MM-dd'), to: today.toFormat('yyyy-MM-dd') };
}
