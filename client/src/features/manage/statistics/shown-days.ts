import { DateTime } from 'luxon';
import { serverNow } from '#client/server-clock.ts';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import type { StatisticsPeriod } from './statistics-address.ts';

/** The first and the last day of a period (YYYY-MM-DD), by the clock of a zone. */
export function shownDays(
  period: StatisticsPeriod,
  kind: SummaryKind,
  zone: string,
): { readonly from: string; readonly to: string } {
  if (period.kind === 'days') return { from: period.from, to: period.to };
  const today = DateTime.fromMillis(serverNow()).setZone(zone);
  const first =
    kind === 'bymonth'
      ? today.startOf('month').minus({ months: period.span - 1 })
      : today.minus({ days: period.span - 1 });
  return { from: first.toFormat('yyyy-MM-dd'), to: today.toFormat('yyyy-MM-dd') };
}
