import { queryOptions } from '@tanstack/react-query';
import type { Item } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { isRanked, type SummaryKind } from '#protocol/summary-kinds.ts';

export type SummaryLine = Item<'connection_summaries'>;

export interface StatisticsQuery {
  readonly kind: SummaryKind;
  /** As the API names them: `lastXDays`, `lastXMonths`, or `from` and `to`. */
  readonly period: Readonly<Record<string, string>>;
  readonly compare: boolean;
  readonly customer: string | null;
  /** From 1; of kinds with a fixed number of lines there is one. */
  readonly page: number;
}

export interface StatisticsPage {
  readonly lines: readonly SummaryLine[];
  readonly total: number;
}

const operations = {
  byday: 'connectionSummaries.byDay',
  byhour: 'connectionSummaries.byHour',
  bymonth: 'connectionSummaries.byMonth',
  byweek: 'connectionSummaries.byWeek',
  byweekhour: 'connectionSummaries.byWeekHour',
  bypeak: 'connectionSummaries.byPeak',
  bypeerid: 'connectionSummaries.byPeerId',
  bydevice: 'connectionSummaries.byDevice',
  byreason: 'connectionSummaries.byReason',
  bysetup: 'connectionSummaries.bySetUp',
  byquality: 'connectionSummaries.byQuality',
} as const satisfies Record<SummaryKind, string>;

const askedFor = ({ period, compare, customer }: StatisticsQuery) => ({
  ...period,
  ...(compare && { compare: '1' }),
  ...(customer !== null && { customer }),
});

/** Lines of a ranking on a page. */
export const RANKED_PAGE = 100;
/** As many as kinds with a fixed number of lines can have. */
const ALL_LINES = 3_700;

export async function readStatistics(query: StatisticsQuery, signal?: AbortSignal): Promise<StatisticsPage> {
  const { kind, page } = query;
  const list = await callApi(operations[kind], {
    query: {
      ...askedFor(query),
      page: String(page),
      pageSize: String(isRanked(kind) ? RANKED_PAGE : ALL_LINES),
    },
    ...(signal && { signal }),
  });
  return { lines: list['hydra:member'], total: list['hydra:totalItems'] };
}

/** The former figures are shown until the new ones are there, unless they are of another kind. */
export const statisticsQuery = (query: StatisticsQuery) =>
  queryOptions<StatisticsPage, Error, StatisticsPage, readonly unknown[]>({
    queryKey: ['connection_summaries', query],
    placeholderData: (previous: StatisticsPage | undefined) =>
      previous?.lines[0]?.kind === query.kind ? previous : undefined,
    queryFn: ({ signal }) => readStatistics(query, signal),
  });

/** Median and 95th percentile of what `bysetup` counts. */
export const setUpTimesQuery = (query: StatisticsQuery) =>
  queryOptions({
    queryKey: ['set_up_times', query],
    queryFn: ({ signal }) => callApi('statistics.setUp', { query: askedFor(query), signal }),
  });
