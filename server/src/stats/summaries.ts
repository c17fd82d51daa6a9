import type { RawBuilder } from 'kysely';
import { qualities } from '#protocol/call-quality.ts';
import { LONGER, type SummaryKind, setUpBounds } from '#protocol/summary-kinds.ts';
import type { Db } from '#server/db/database.ts';
import { isUuid } from '#server/uuid.ts';
import { byHour, byMonth, byWeek, byWeekHour, HOURS, ofDays, WEEKDAYS } from './bucketed.ts';
import { byQuality, bySetUp } from './measured.ts';
import { byPeak } from './peaks.ts';
import { daysIn, monthsIn, type Period, type PeriodUnit } from './period.ts';
import { byDevice, byPeer, byReason } from './ranked.ts';
import type {
  Asked,
  PageRange,
  SummaryLine,
  SummaryPage,
  SummaryRow,
  SummaryScope,
} from './summary-types.ts';

/**
 * Counts and seconds from the rollups alone, zeros included. Days are those of each customer's own time zone; a period
 * that ends today ends with the day that has begun in the easternmost of them.
 */
export async function readSummary(
  db: Db,
  kind: SummaryKind,
  scope: SummaryScope,
  page: PageRange,
): Promise<SummaryPage> {
  const { lines, totalOf } = summaries[kind];
  const { rows } = await lines(scope, { page }).execute(db);
  return {
    lines: rows.map(({ total: _, ...line }) => line),
    total: rows[0]?.total ?? totalOf(scope),
  };
}

/** The lines of a ranking, as `readSummary` reads them, that the period `without` does not have. */
export async function readFormerLines(
  db: Db,
  kind: SummaryKind,
  scope: SummaryScope,
  { page, without }: { readonly page: PageRange; readonly without: Period },
): Promise<SummaryPage> {
  const { rows } = await summaries[kind].lines(scope, { page, without }).execute(db);
  return { lines: rows.map(({ total: _, ...line }) => line), total: rows[0]?.total ?? 0 };
}

/** Lines of a summary by their keys, without those that are not in it. */
export async function readSummaryLines(
  db: Db,
  kind: SummaryKind,
  scope: SummaryScope,
  keys: readonly string[],
): Promise<readonly SummaryLine[]> {
  if (keys.length === 0) return [];
  const { lines, totalOf } = summaries[kind];
  const page = { limit: Math.max(totalOf(scope), keys.length), offset: 0 };
  const { rows } = await lines(scope, { page, keys }).execute(db);
  return rows.filter(({ key }) => keys.includes(key)).map(({ total: _, ...line }) => line);
}

/** Everything in which the kinds of statistics differ. */
interface Summary {
  /** What its periods are counted in. */
  readonly unit: PeriodUnit;
  readonly isKey: (key: string) => boolean;
  readonly lines: (scope: SummaryScope, asked: Asked) => RawBuilder<SummaryRow>;
  /** Of all lines, for a page past the end, which has no row that would tell; of a ranking 0. */
  readonly totalOf: (scope: SummaryScope) => number;
  /** A line of the period before is beside the one at the same place, or the one with the same key. */
  readonly comparedBy: 'place' | 'key';
}

const isBucket = (key: string): boolean => /^[\d-]{1,10}$/.test(key);

export const summaries: Readonly<Record<SummaryKind, Summary>> = {
  byday: {
    unit: 'days',
    isKey: isBucket,
    lines: ofDays,
    totalOf: ({ period }) => daysIn(period),
    comparedBy: 'place',
  },
  byhour: { unit: 'days', isKey: isBucket, lines: byHour, totalOf: () => HOURS, comparedBy: 'key' },
  byweek: { unit: 'days', isKey: isBucket, lines: byWeek, totalOf: () => WEEKDAYS, comparedBy: 'key' },
  byweekhour: {
    unit: 'days',
    isKey: isBucket,
    lines: byWeekHour,
    totalOf: () => WEEKDAYS * HOURS,
    comparedBy: 'key',
  },
  bymonth: {
    unit: 'months',
    isKey: isBucket,
    lines: byMonth,
    totalOf: ({ period }) => monthsIn(period),
    comparedBy: 'place',
  },
  bypeak: {
    unit: 'days',
    isKey: isBucket,
    lines: byPeak,
    totalOf: ({ period }) => daysIn(period),
    comparedBy: 'place',
  },
  bysetup: {
    unit: 'days',
    isKey: (key) => key === LONGER || setUpBounds.some((bound) => String(bound) === key),
    lines: bySetUp,
    totalOf: () => setUpBounds.length + 1,
    comparedBy: 'key',
  },
  byquality: {
    unit: 'days',
    isKey: (key) => qualities.some((quality) => quality === key),
    lines: byQuality,
    totalOf: () => qualities.length,
    comparedBy: 'key',
  },
  bypeerid: { unit: 'days', isKey: isUuid, lines: byPeer, totalOf: () => 0, comparedBy: 'key' },
  bydevice: { unit: 'days', isKey: isUuid, lines: byDevice, totalOf: () => 0, comparedBy: 'key' },
  byreason: {
    unit: 'days',
    isKey: (key) => /^[a-z-]{1,40}$/.test(key),
    lines: byReason,
    totalOf: () => 0,
    comparedBy: 'key',
  },
};
