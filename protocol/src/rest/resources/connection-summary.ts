import { type Static, Type } from 'typebox';
import {
  collection,
  defineOperation,
  item,
  json,
  type QueryParameters,
} from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Nullable, Reference, read, readSometimes } from '#protocol/rest/field.ts';
import { customerFilter } from '#protocol/rest/filters.ts';
import { isRanked, type SummaryKind, summaryKinds } from '#protocol/summary-kinds.ts';

export const DEFAULT_DAYS = 30;
export const DEFAULT_MONTHS = 12;
/** Ten years and a bit: nothing is older, and the zeros of a list have to end somewhere. */
export const MAX_DAYS = 3_700;
const MAX_MONTHS = 120;

const Count = Type.Integer({ minimum: 0 });
const Minutes = Type.Number({ minimum: 0 });

const FiguresSchema = Type.Object({
  count: Count,
  minutes: Minutes,
  calls: Nullable(Count),
  guests: Nullable(Count),
});
export type SummaryFigures = Static<typeof FiguresSchema>;

export const connectionSummaries = defineResource({
  name: 'ConnectionSummary',
  path: 'connection_summaries',
  description:
    "Calls counted, in the customer's time zone; a call counts where it began, once for each who was in it",
  fields: {
    id: read(Type.String(), { description: 'Kind, key, span and customer' }),
    kind: read(Type.Union(summaryKinds.map((kind) => Type.Literal(kind)))),
    key: read(Type.String(), {
      description:
        'YYYY-MM-DD, YYYY-MM, hour 0–23, weekday 0 (Sunday) – 6 (Saturday), weekday and hour (3-14), how calls ended, milliseconds at most or `longer`, good, fair or poor, or the id of the peer or device',
    }),
    name: read(Type.String(), {
      description: 'The key, or the name of the peer or device',
      iri: 'https://schema.org/name',
    }),
    count: read(Count, {
      description:
        'Participations of users and devices; of `bypeak` the most calls at the same time, of `bysetup` and `byquality` those that were measured',
    }),
    minutes: read(Minutes, {
      description: 'Of `byquality` those in which the connection was so; of `bysetup` 0',
    }),
    calls: read(Nullable(Count), {
      description:
        'Calls, of which one between two customers counts at each; null where participations alone are kept',
    }),
    guests: read(Nullable(Count), { description: 'Participations of guests; null as for calls' }),
    customer: read(Nullable(Reference('customers')), { description: 'null: of all that the asker may see' }),
    previous: readSometimes(FiguresSchema, {
      description: 'The same of the period of the same length before it, where `compare` asks for it',
    }),
  },
  operations: [],
  order: [],
});

const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-01-31'] });

const common = {
  from: { schema: Day, description: "First day, in place of those that end today; in the customer's zone" },
  to: { schema: Day, description: 'Last day; today by default, and then from is needed' },
  compare: {
    schema: Type.String({ enum: ['1', 'true'] }),
    description: 'Each line with `previous`: the same of the period of the same length before it',
  },
  customer: customerFilter,
};
const days = {
  lastXDays: {
    schema: Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: DEFAULT_DAYS }),
    description: 'Today and the days before it',
  },
  ...common,
};
const months = {
  lastXMonths: {
    schema: Type.Integer({ minimum: 1, maximum: MAX_MONTHS, default: DEFAULT_MONTHS }),
    description: 'This month and those before it',
  },
  ...common,
};

const summary = <const Query extends QueryParameters>(path: SummaryKind, summaryText: string, query: Query) =>
  defineOperation({
    method: 'GET',
    path: `connection_summaries/${path}`,
    summary: summaryText,
    reply: collection('ConnectionSummary'),
    query,
    csv: ['key', 'name', 'count', 'minutes'],
    ...(!isRanked(path) && { maxPageSize: MAX_DAYS }),
  });

const Milliseconds = Nullable(Type.Integer({ minimum: 0 }));
const SetUpSchema = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'Participations of which it was measured' }),
  medianMs: Milliseconds,
  p95Ms: Milliseconds,
});

const TodaySchema = Type.Object({
  count: Count,
  minutes: Minutes,
  calls: Count,
  guests: Count,
  failed: Type.Integer({ minimum: 0, description: 'Calls that nobody answered, or that broke off' }),
});

export const connectionSummaryOperations = {
  'connectionSummaries.read': defineOperation({
    method: 'GET',
    path: 'connection_summaries/{id}',
    summary: 'One line of a summary',
    reply: item('ConnectionSummary'),
  }),
  'connectionSummaries.byDay': summary('byday', 'Calls and minutes of each day', days),
  'connectionSummaries.byHour': summary('byhour', 'Calls and minutes by the hour of the day', days),
  'connectionSummaries.byMonth': summary('bymonth', 'Calls and minutes of each month', months),
  'connectionSummaries.byWeek': summary('byweek', 'Calls and minutes by weekday', days),
  'connectionSummaries.byWeekHour': summary('byweekhour', 'Calls and minutes by weekday and hour', days),
  'connectionSummaries.byPeak': summary('bypeak', 'The most calls at the same time on each day', days),
  'connectionSummaries.byPeerId': summary('bypeerid', 'Calls and minutes by peer, the most first', days),
  'connectionSummaries.byDevice': summary(
    'bydevice',
    'Participations and minutes by device, the most first',
    days,
  ),
  'connectionSummaries.byReason': summary('byreason', 'Calls by how they ended, the most first', days),
  'connectionSummaries.bySetUp': summary(
    'bysetup',
    'Participations by the time until media was received; lines 250 to 10000 (milliseconds at most) and longer',
    days,
  ),
  'connectionSummaries.byQuality': summary(
    'byquality',
    'Participations by how their connection was (poor, or else not good, for a tenth of the time and more), and minutes in which it was so',
    days,
  ),
  'statistics.setUp': defineOperation({
    method: 'GET',
    path: 'set_up_times',
    summary: 'Median and 95th percentile of the time until media was received, to 50 milliseconds',
    query: days,
    reply: json(Type.Object({ ...SetUpSchema.properties, previous: Type.Optional(SetUpSchema) })),
  }),
  'statistics.today': defineOperation({
    method: 'GET',
    path: 'today',
    summary:
      "Calls that have ended of those that began today, and of those that began on the same day last week up to the same time of day, in the customer's zone; and those in progress",
    query: { customer: customerFilter },
    reply: json(
      Type.Object({
        at: DateTime,
        timeZone: Nullable(Type.String({ description: 'null: customers of several, each by its own' })),
        today: TodaySchema,
        lastWeek: TodaySchema,
        inProgress: Count,
      }),
    ),
  }),
} as const;
