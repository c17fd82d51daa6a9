import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import {
  DEFAULT_DAYS,
  DEFAULT_MONTHS,
  MAX_DAYS,
  type SummaryKind,
  summaryKinds,
} from '#protocol/rest/resources/connection-summary.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { RequestContext } from '#server/rest/context.ts';
import type { Member } from '#server/rest/endpoint.ts';
import type { ListOptions, OwnParameters } from '#server/rest/list-query.ts';
import { type Operation, openOperation, operation } from '#server/rest/operation.ts';
import { managedIds } from '#server/rest/parties.ts';
import { readSummary, readSummaryLine, type SummaryLine, summaries } from '#server/stats/summaries.ts';
import { isUuid } from '#server/uuid.ts';

/** One customer within the asker's reach (else 404), or with null all that the asker may see. */
async function customersOf(
  db: Db,
  principal: Principal | null,
  named: string | null,
): Promise<readonly CustomerId[] | null> {
  if (principal === null) return [];
  if (named === null) return principal.kind === 'admin' ? null : managedIds(principal);
  const seen =
    principal.kind === 'admin'
      ? await db
          .selectFrom('customers')
          .where('id', '=', named as CustomerId)
          .select('id')
          .execute()
          .then((rows) => rows.map(({ id }) => id))
      : managedIds(principal).filter((id) => id === named);
  if (seen.length === 0) throw new AppError('not-found');
  return seen;
}

/** Whom a line is about stands in its id, so that it can be asked for by itself. */
const ALL_CUSTOMERS = 'all';

const memberOf = (kind: SummaryKind, span: number, customer: string | null, line: SummaryLine): Member => {
  const id = [kind, line.key, span, customer ?? ALL_CUSTOMERS].join('.');
  return {
    id,
    shown: {
      id,
      kind,
      key: line.key,
      name: line.name,
      count: line.calls,
      // To the second, which is a sixtieth.
      minutes: Math.round((line.seconds / 60) * 100) / 100,
      customer: customer === null ? null : iri('customers', customer),
    },
  };
};

const summary =
  (kind: SummaryKind) =>
  async (
    { db, principal, deps }: RequestContext,
    { list, own }: { readonly list: ListOptions; readonly own: OwnParameters },
  ) => {
    const customer = own.customer === undefined ? null : idOfIri(own.customer);
    const span =
      summaries[kind].unit === 'months'
        ? Number(own.lastXMonths ?? DEFAULT_MONTHS)
        : Number(own.lastXDays ?? DEFAULT_DAYS);
    const customers = await customersOf(db, principal, customer);
    const scope = { customers, span };
    const page = { limit: list.pageSize, offset: (list.page - 1) * list.pageSize };
    const { lines, total } =
      kind === 'bypeerid'
        ? await deps.peerRankings.page(scope, page)
        : await readSummary(db, kind, scope, page);
    return { members: lines.map((line) => memberOf(kind, span, customer, line)), total };
  };

/** `kind.key.span.customer`; 404 for what could not have come from a list. */
function readId(id: string): { kind: SummaryKind; key: string; span: number; customer: string | null } {
  const [kindText, key = '', spanText = '', customer = '', ...rest] = id.split('.');
  const kind = summaryKinds.find((each) => each === kindText);
  const span = /^[1-9]\d{0,3}$/.test(spanText) ? Number(spanText) : MAX_DAYS + 1;
  const valid =
    kind !== undefined &&
    rest.length === 0 &&
    span <= MAX_DAYS &&
    (customer === ALL_CUSTOMERS || isUuid(customer)) &&
    summaries[kind].isKey(key);
  if (!valid) throw new AppError('not-found');
  return { kind, key, span, customer: customer === ALL_CUSTOMERS ? null : customer };
}

export const summaryOperations: readonly Operation[] = [
  operation('connectionSummaries.byDay', summary('byday')),
  operation('connectionSummaries.byHour', summary('byhour')),
  operation('connectionSummaries.byMonth', summary('bymonth')),
  operation('connectionSummaries.byWeek', summary('byweek')),
  operation('connectionSummaries.byPeerId', summary('bypeerid')),
  openOperation('connectionSummaries.read', async ({ db, principal, who }, { id = '' }, reach) => {
    if (who !== 'nobody' && reach === undefined) throw new AppError('not-found');
    const { kind, key, span, customer } = readId(id);
    return async () => {
      const customers = await customersOf(db, principal, customer);
      const line = await readSummaryLine(db, kind, { customers, span }, key);
      if (!line) throw new AppError('not-found');
      return memberOf(kind, span, customer, line);
    };
  }),
];
