import { Type } from 'typebox';
import { collection, defineOperation, item, type QueryParameters } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { Nullable, Reference, read } from '#protocol/rest/field.ts';
import { customerFilter } from '#protocol/rest/filters.ts';

export const DEFAULT_DAYS = 30;
export const DEFAULT_MONTHS = 12;
/** Ten years and a bit: nothing is older, and the zeros of a list have to end somewhere. */
export const MAX_DAYS = 3_700;
const MAX_MONTHS = 120;

export const summaryKinds = ['byday', 'byhour', 'bymonth', 'byweek', 'bypeerid'] as const;
export type SummaryKind = (typeof summaryKinds)[number];

export const connectionSummaries = defineResource({
  name: 'ConnectionSummary',
  path: 'connection_summaries',
  description:
    "Calls counted, in the customer's time zone; a call counts where it began, once for each who was in it",
  fields: {
    id: read(Type.String(), { description: 'Kind, key, span and customer' }),
    kind: read(Type.Union(summaryKinds.map((kind) => Type.Literal(kind)))),
    key: read(Type.String(), {
      description: 'YYYY-MM-DD, YYYY-MM, hour 0–23, weekday 0 (Sunday) – 6 (Saturday), or the id of the peer',
    }),
    name: read(Type.String(), {
      description: 'The key, or the name of the peer',
      iri: 'https://schema.org/name',
    }),
    count: read(Type.Integer({ minimum: 0 })),
    minutes: read(Type.Number({ minimum: 0 })),
    customer: read(Nullable(Reference('customers')), { description: 'null: of all that the asker may see' }),
  },
  operations: [],
  order: [],
});

const days = {
  lastXDays: {
    schema: Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: DEFAULT_DAYS }),
    description: 'Today and the days before it',
  },
  customer: customerFilter,
};
const months = {
  lastXMonths: {
    schema: Type.Integer({ minimum: 1, maximum: MAX_MONTHS, default: DEFAULT_MONTHS }),
    description: 'This month and those before it',
  },
  customer: customerFilter,
};

const summary = <const Query extends QueryParameters>(path: SummaryKind, summaryText: string, query: Query) =>
  defineOperation({
    method: 'GET',
    path: `connection_summaries/${path}`,
    summary: summaryText,
    reply: collection('ConnectionSummary'),
    query,
    csv: ['key', 'name', 'count', 'minutes'],
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
  'connectionSummaries.byPeerId': summary('bypeerid', 'Calls and minutes by peer, the most first', days),
} as const;
