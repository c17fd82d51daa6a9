import { AppError } from '#protocol/app-error.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import {
  DEFAULT_DAYS,
  DEFAULT_MONTHS,
  MAX_DAYS,
  type SummaryFigures,
} from '#protocol/rest/resources/connection-summary.ts';
import { isRanked, type SummaryKind, summaryKinds } from '#protocol/summary-kinds.ts';
import type { Db } from '#server/db/database.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { customerScope } from '#server/rest/customer-scope.ts';
import type { Member } from '#server/rest/endpoint.ts';
import type { ListOptions, OwnParameters } from '#server/rest/list-query.ts';
import { type Operation, openOperation, operation } from '#server/rest/operation.ts';
import type { CustomerScope } from '#server/stats/customer-scope.ts';
import { readSetUpTimes } from '#server/stats/measured.ts';
import {
  daysIn,
  endingWith,
  isDay,
  type Period,
  type PeriodUnit,
  periodBefore,
  readToday,
} from '#server/stats/period.ts';
import { readFormerLines, readSummary, readSummaryLines, summaries } from '#server/stats/summaries.ts';
import type { PageRange, SummaryLine, SummaryPage, SummaryScope } from '#server/stats/summary-types.ts';
import { readDaysSoFar } from '#server/stats/today.ts';
import { isUuid } from '#server/uuid.ts';

/** Whom a line is about stands in its id, so that it can be asked for by itself. */
const ALL_CUSTOMERS = 'all';
/** Kinds that are read from more than rollups: few at the same time. */
const HEAVY: ReadonlySet<SummaryKind> = new Set(['bypeak', 'bydevice', 'bysetup']);

/** As many days or months as end today, or the days from the first to the last. */
type Span = number | Period;

const textOfSpan = (span: Span): string =>
  typeof span === 'number' ? String(span) : `${compact(span.first)}-${compact(span.last)}`;

/** Without hyphens: a line's id is as long as a part of an address may be. */
const compact = (day: string): string => day.replaceAll('-', '');
const dayOf = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;

// To the second, which is a sixtieth.
const minutesOf = (seconds: number): number => Math.round((seconds / 60) * 100) / 100;

const figuresOf = ({ count, seconds, calls, guests }: SummaryLine): SummaryFigures => ({
  count,
  minutes: minutesOf(seconds),
  calls,
  guests,
});
const nothing = (line: SummaryLine): SummaryLine => ({
  ...line,
  count: 0,
  seconds: 0,
  calls: line.calls === null ? null : 0,
  guests: line.guests === null ? null : 0,
});

const memberOf = (
  {
    kind,
    span,
    customer,
  }: { readonly kind: SummaryKind; readonly span: Span; readonly customer: string | null },
  line: SummaryLine,
  previous?: SummaryLine,
): Member => {
  const id = [kind, line.key, textOfSpan(span), customer ?? ALL_CUSTOMERS].join('.');
  return {
    id,
    shown: {
      id,
      kind,
      key: line.key,
      name: line.name,
      ...figuresOf(line),
      customer: customer === null ? null : iri('customers', customer),
      ...(previous && { previous: figuresOf(previous) }),
    },
  };
};

const invalid = (name: string) =>
  new AppError('invalid-query-parameter', { message: `Invalid query parameter: ${name}` });

/** What `from` and `to`, or `lastX…`, ask for. `to` may be left out, and is today then. */
async function spanOf(
  db: Db,
  kind: SummaryKind,
  customers: CustomerScope,
  own: OwnParameters,
): Promise<Span> {
  const [named, fallback] =
    summaries[kind].unit === 'months'
      ? (['lastXMonths', DEFAULT_MONTHS] as const)
      : (['lastXDays', DEFAULT_DAYS] as const);
  const { from, to } = own;
  if (from === undefined) {
    if (to !== undefined) throw invalid('to');
    return Number(own[named] ?? fallback);
  }
  if (own[named] !== undefined) throw invalid(named);
  if (!isDay(from)) throw invalid('from');
  if (to !== undefined && !isDay(to)) throw invalid('to');
  const period = { first: from, last: to ?? (await readToday(db, customers)) };
  const days = daysIn(period);
  if (days === 0 || days > MAX_DAYS) throw invalid(to === undefined ? 'from' : 'to');
  return period;
}

const periodOf = async (db: Db, kind: SummaryKind, customers: CustomerScope, span: Span): Promise<Period> =>
  typeof span === 'number' ? endingWith(await readToday(db, customers), summaries[kind].unit, span) : span;

const readPage = (
  { db, deps }: RequestContext,
  kind: SummaryKind,
  scope: SummaryScope,
  page: PageRange,
): Promise<SummaryPage> => {
  if (kind === 'bypeerid') return deps.peerRankings.page(scope, page);
  const read = () => readSummary(db, kind, scope, page);
  return HEAVY.has(kind) ? deps.heavyReads.run(read) : read();
};

/** The database knows no year before the first. */
const FIRST_DAY = '0001-01-01';

function beforeOf(period: Period, unit: PeriodUnit): Period {
  const before = periodBefore(period, unit);
  if (before.first < FIRST_DAY) throw invalid('from');
  return before;
}

/** Of each line the one that it is compared with. */
async function readPrevious(
  context: RequestContext,
  kind: SummaryKind,
  scope: SummaryScope,
  { lines, page }: { readonly lines: readonly SummaryLine[]; readonly page: PageRange },
): Promise<readonly SummaryLine[]> {
  const { unit, comparedBy } = summaries[kind];
  const before = { ...scope, period: beforeOf(scope.period, unit) };
  if (comparedBy === 'place') {
    const { lines: previous } = await readPage(context, kind, before, page);
    return lines.map((line, place) => previous[place] ?? nothing(line));
  }
  const keys = lines.map(({ key }) => key);
  const previous = await context.deps.heavyReads.run(() => readSummaryLines(context.db, kind, before, keys));
  const byKey = new Map(previous.map((line) => [line.key, line]));
  return lines.map((line) => byKey.get(line.key) ?? nothing(line));
}

/**
 * Adds to a ranking, in a comparison, the lines that only the period before has: they follow its last line, also over pages.
 */
async function withFormer(
  context: RequestContext,
  kind: SummaryKind,
  scope: SummaryScope,
  { page, found }: { readonly page: PageRange; readonly found: SummaryPage },
): Promise<SummaryPage & { readonly former: readonly SummaryLine[] }> {
  const end = page.offset + page.limit;
  if (end < found.total) return { ...found, former: [] };
  // A page after the last line does not tell how many lines there are.
  const { total } =
    found.lines.length > 0 || page.offset === 0
      ? found
      : await readPage(context, kind, scope, { limit: 1, offset: 0 });
  const offset = Math.max(0, page.offset - total);
  const former = await context.deps.heavyReads.run(() =>
    readFormerLines(
      context.db,
      kind,
      { ...scope, period: beforeOf(scope.period, 'days') },
      { page: { limit: Math.max(1, end - total - offset), offset }, without: scope.period },
    ),
  );
  return {
    lines: found.lines,
    former: former.lines.slice(0, page.limit - found.lines.length),
    total: total + former.total,
  };
}

const summary =
  (kind: SummaryKind) =>
  async (
    context: RequestContext,
    { list, own }: { readonly list: ListOptions; readonly own: OwnParameters },
  ) => {
    const { db, principal } = context;
    const customer = own.customer === undefined ? null : idOfIri(own.customer);
    const customers = await customerScope(db, principal, customer);
    const span = await spanOf(db, kind, customers, own);
    const scope = { customers, period: await periodOf(db, kind, customers, span) };
    const page = { limit: list.pageSize, offset: (list.page - 1) * list.pageSize };
    const found = await readPage(context, kind, scope, page);
    const compared = own.compare !== undefined;
    const { lines, former, total } =
      compared && isRanked(kind)
        ? await withFormer(context, kind, scope, { page, found })
        : { ...found, former: [] };
    const previous = compared ? await readPrevious(context, kind, scope, { lines, page }) : [];
    const about = { kind, span, customer };
    const members = [
      ...lines.map((line, place) => memberOf(about, line, previous[place])),
      ...former.map((line) => memberOf(about, nothing(line), line)),
    ];
    return { members, total };
  };

/** `kind.key.span.customer`; 404 for what could not have come from a list. */
function readId(id: string): { kind: SummaryKind; key: string; span: Span; customer: string | null } {
  const [kindText, key = '', spanText = '', customer = '', ...rest] = id.split('.');
  const kind = summaryKinds.find((each) => each === kindText);
  const span = readSpan(spanText);
  const valid =
    kind !== undefined &&
    span !== null &&
    rest.length === 0 &&
    (customer === ALL_CUSTOMERS || isUuid(customer)) &&
    summaries[kind].isKey(key);
  if (!valid) throw new AppError('not-found');
  return { kind, key, span, customer: customer === ALL_CUSTOMERS ? null : customer };
}

function readSpan(text: string): Span | null {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) <= MAX_DAYS ? Number(text) : null;
  const [, from = '', to = ''] = /^(\d{8})-(\d{8})$/.exec(text) ?? [];
  const [first, last] = [dayOf(from), dayOf(to)];
  if (!isDay(first) || !isDay(last)) return null;
  const days = daysIn({ first, last });
  return days > 0 && days <= MAX_DAYS ? { first, last } : null;
}

export const summaryOperations: readonly Operation[] = [
  operation('connectionSummaries.byDay', summary('byday')),
  operation('connectionSummaries.byHour', summary('byhour')),
  operation('connectionSummaries.byMonth', summary('bymonth')),
  operation('connectionSummaries.byWeek', summary('byweek')),
  operation('connectionSummaries.byWeekHour', summary('byweekhour')),
  operation('connectionSummaries.byPeak', summary('bypeak')),
  operation('connectionSummaries.byPeerId', summary('bypeerid')),
  operation('connectionSummaries.byDevice', summary('bydevice')),
  operation('connectionSummaries.byReason', summary('byreason')),
  operation('connectionSummaries.bySetUp', summary('bysetup')),
  operation('connectionSummaries.byQuality', summary('byquality')),
  operation('statistics.setUp', async ({ db, principal, deps }, { own }) => {
    const customers = await customerScope(db, principal, own.customer);
    const span = await spanOf(db, 'bysetup', customers, own);
    const period = await periodOf(db, 'bysetup', customers, span);
    const read = (of: Period) => deps.heavyReads.run(() => readSetUpTimes(db, { customers, period: of }));
    const current = await read(period);
    return own.compare === undefined
      ? current
      : { ...current, previous: await read(beforeOf(period, 'days')) };
  }),
  openOperation('connectionSummaries.read', async ({ db, principal, who, deps }, { id = '' }, reach) => {
    if (who !== 'nobody' && reach === undefined) throw new AppError('not-found');
    const { kind, key, span, customer } = readId(id);
    return async () => {
      const customers = await customerScope(db, principal, customer);
      const scope = { customers, period: await periodOf(db, kind, customers, span) };
      const lineOf = async (period: Period): Promise<SummaryLine | undefined> => {
        const lines = await deps.heavyReads.run(() =>
          readSummaryLines(db, kind, { ...scope, period }, [key]),
        );
        return lines[0];
      };
      const line = await lineOf(scope.period);
      if (line) return memberOf({ kind, span, customer }, line);
      // A comparison has lines of the period before, too.
      const former = isRanked(kind) ? await lineOf(periodBefore(scope.period, 'days')) : undefined;
      if (!former) throw new AppError('not-found');
      return memberOf({ kind, span, customer }, nothing(former));
    };
  }),
  operation('statistics.today', async ({ db, principal, deps }, { own }) => {
    const customers = await customerScope(db, principal, own.customer);
    const { today, lastWeek, ...rest } = await deps.heavyReads.run(() => readDaysSoFar(db, customers));
    const shown = ({ seconds, ...figures }: typeof today) => ({ ...figures, minutes: minutesOf(seconds) });
    return { at: new Date().toISOString(), ...rest, today: shown(today), lastWeek: shown(lastWeek) };
  }),
];
