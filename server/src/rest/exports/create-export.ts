import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { type operations, resources } from '#protocol/rest/api.ts';
import type { BodyOf } from '#protocol/rest/define-operation.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import type { ExportColumn } from '#server/db/task-tables.ts';
import { invalidField, violation } from '#server/errors.ts';
import { accessTable, type Reach } from '#server/rest/access-table.ts';
import { assertBody } from '#server/rest/body-check.ts';
import type { ChangeContext, RequestContext } from '#server/rest/context.ts';
import { assertReach } from '#server/rest/find-item.ts';
import { customerIdOf, managedIds, namedCustomers } from '#server/rest/parties.ts';
import { askerColumns } from '#server/rest/tasks/asker.ts';
import { readListText } from '#server/rest/tasks/list-text.ts';
import { NO_TIME_ZONE } from '#server/stats/time-zones.ts';
import { derivedColumn } from './derived.ts';

type ExportBody = BodyOf<(typeof operations)['exports.create']>;

/** Of those who belong to no customer, and have named neither one nor a zone. */
const DEFAULT_TIME_ZONE = 'UTC';

export function exportReach(context: RequestContext, resource: ExportedResource): Reach {
  const reach = accessTable[`${resource}.list`][context.who];
  assertReach(context, reach);
  return reach;
}

/** Writes down what is asked for; the file is made while it is downloaded. */
export async function createExport(context: ChangeContext, body: ExportBody) {
  const { resource, query = '' } = body;
  exportReach(context, resource);
  const list = readListText(resource, query);
  checkColumns(resource, body.columns);
  const customers = namedCustomers(list.filters);
  const named = await findCustomer(context, customers);
  const asker = askerColumns(context.principal);
  const loggedFor = customersToLog(context, customers, named.id);
  const { id } = await context.db
    .insertInto('exports')
    .values({
      ...asker,
      // The download of what is of several stands in no one customer's log.
      logged_customer_id: loggedFor.length === 1 ? loggedFor[0] : null,
      resource,
      query,
      columns: JSON.stringify(body.columns),
      time_zone: body.timeZone === undefined ? named.timeZone : checkZone(body.timeZone),
      lang: body.lang ?? context.lang,
      request_id: context.requestId,
      expires_at: context.deps.exportAccess.issue('').expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fields = body.columns.map(({ field }) => field);
  for (const customerId of loggedFor) {
    await context.audit('export', resource, id, customerId, {
      changes: [
        { field: 'query', before: null, after: query, whole: true },
        { field: 'columns', before: null, after: fields },
      ],
    });
  }
  const { token, expiresAt } = context.deps.exportAccess.issue(id);
  return { url: `${API_PREFIX}/exports/${id}?access=${token}`, expires: expiresAt.toISOString() };
}

/** Whose rows may be in it: their managers read of the export. */
function customersToLog(
  { principal }: RequestContext,
  named: readonly string[] | null,
  only: CustomerId | null,
): readonly (CustomerId | null)[] {
  if (principal?.kind !== 'manager') return [only];
  const managed = managedIds(principal).filter((id) => named === null || named.includes(id));
  return managed.length === 0 ? [null] : managed;
}

function checkColumns(resource: ExportedResource, columns: readonly ExportColumn[]): void {
  const { fields } = resources[resource];
  assertBody(
    columns.flatMap(({ field }, index) => {
      if (derivedColumn(resource, field)) return [];
      const shown = Object.hasOwn(fields, field) ? Reflect.get(fields, field) : undefined;
      return shown && shown.mode !== 'write' && !shown.secret
        ? []
        : [violation(`columns[${index}].field`, 'unknown-field')];
    }),
  );
}

function checkZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    throw invalidField('timeZone', 'invalid', NO_TIME_ZONE);
  }
}

/** The one that the list is of, else the asker's own; whose zone it is, and whose managers read of the export. */
async function findCustomer(
  context: RequestContext,
  named: readonly string[] | null,
): Promise<{ readonly id: CustomerId | null; readonly timeZone: string }> {
  const { principal } = context;
  if (principal === null) throw new AppError('unauthenticated');
  const only = named?.length === 1 ? named[0] : undefined;
  const seen = principal.kind === 'admin' ? only : managedIds(principal).find((each) => each === only);
  const id = seen ?? customerIdOf(principal);
  if (id === null) return { id: null, timeZone: DEFAULT_TIME_ZONE };
  const row = await context.db
    .selectFrom('customers')
    .where('id', '=', id as CustomerId)
    .select(['id', 'time_zone'])
    .executeTakeFirst();
  return { id: row?.id ?? null, timeZone: row?.time_zone ?? DEFAULT_TIME_ZONE };
}
