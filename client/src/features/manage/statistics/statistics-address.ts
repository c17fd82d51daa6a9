import { type SummaryKind, summaryKinds } from '#protocol/summary-kinds.ts';

/** What is counted: the column that the chart draws. */
export const measures = ['calls', 'count', 'guests', 'minutes'] as const;
export type Measure = (typeof measures)[number];

/** Days or months that end today, or the days from one to another (YYYY-MM-DD). */
export type StatisticsPeriod =
  | { readonly kind: 'last'; readonly span: number }
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

/** All that the screen shows, as its address says. */
export interface StatisticsAddress {
  readonly kind: SummaryKind;
  readonly measure: Measure;
  readonly period: StatisticsPeriod;
  readonly compare: boolean;
  readonly page: number;
}

export const spansOf = (kind: SummaryKind): readonly number[] =>
  kind === 'bymonth' ? [6, 12, 24, 60] : [7, 30, 90, 365];
const usualSpan = (kind: SummaryKind): number => (kind === 'bymonth' ? 12 : 30);
const MOST: Readonly<Record<'days' | 'months', number>> = { days: 3_700, months: 120 };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Measures that the kind has: of what is measured, peers and devices participations alone are counted, of peaks calls alone. */
export const measuresOf = (kind: SummaryKind): readonly Measure[] => {
  switch (kind) {
    case 'bypeak':
    case 'bysetup':
      return ['count'];
    case 'bypeerid':
    case 'bydevice':
    case 'byquality':
      return ['count', 'minutes'];
    case 'byreason':
      return ['calls', 'count', 'minutes'];
    default:
      return measures;
  }
};

/** Reads it; what is unknown or wrong is as if it were not there. */
export function readAddress(query: URLSearchParams): StatisticsAddress {
  const kind = summaryKinds.find((each) => each === query.get('kind')) ?? 'byday';
  const [first = 'count'] = measuresOf(kind);
  const measure = measuresOf(kind).find((each) => each === query.get('measure')) ?? first;
  const page = Number(query.get('page') ?? 1);
  return {
    kind,
    measure,
    period: readPeriod(kind, query),
    compare: query.get('compare') === '1',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

function readPeriod(kind: SummaryKind, query: URLSearchParams): StatisticsPeriod {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (DAY.test(from) && DAY.test(to) && from <= to) return { kind: 'days', from, to };
  const span = Number(query.get('span'));
  const most = MOST[kind === 'bymonth' ? 'months' : 'days'];
  const valid = Number.isInteger(span) && span > 0 && span <= most;
  return { kind: 'last', span: valid ? span : usualSpan(kind) };
}

/** The address's own parameters; what is usual is left out. */
export function writeAddress({
  kind,
  measure,
  period,
  compare,
  page,
}: StatisticsAddress): Record<string, string> {
  const [first] = measuresOf(kind);
  return {
    kind,
    ...(measure !== first && { measure }),
    ...(period.kind === 'days' ? { from: period.from, to: period.to } : { span: String(period.span) }),
    ...(compare && { compare: '1' }),
    ...(page > 1 && { page: String(page) }),
  };
}

const PARAMETERS = ['kind', 'measure', 'span', 'from', 'to', 'compare', 'page'];

/** The query of an address without what it says of the statistics that is not in force. */
export function withoutUnknown(query: URLSearchParams): URLSearchParams {
  const inForce = writeAddress(readAddress(query));
  const next = new URLSearchParams(query);
  for (const name of PARAMETERS) if (next.get(name) !== inForce[name]) next.delete(name);
  return next;
}

/** Another kind has spans of its own: days that were chosen stay. */
export const withKind = (address: StatisticsAddress, kind: SummaryKind): StatisticsAddress => {
  const keepsSpan = address.period.kind === 'days' || (kind === 'bymonth') === (address.kind === 'bymonth');
  const [first = 'count'] = measuresOf(kind);
  return {
    ...address,
    kind,
    measure: measuresOf(kind).includes(address.measure) ? address.measure : first,
    period: keepsSpan ? address.period : { kind: 'last', span: usualSpan(kind) },
    page: 1,
  };
};

/** As the API names it. */
export const periodQuery = (
  kind: SummaryKind,
  period: StatisticsPeriod,
): Readonly<Record<string, string>> => {
  if (period.kind === 'days') return { from: period.from, to: period.to };
  return kind === 'bymonth' ? { lastXMonths: String(period.span) } : { lastXDays: String(period.span) };
};
