import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { OperationName } from '#protocol/rest/api.ts';
import type { Principal } from '#server/principal.ts';
import { isUuid } from '#server/uuid.ts';
import { accessTable, type Reach } from './access-table.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import { all, anyOf, type Condition, none } from './row-source.ts';
import type { BaseRow, BasicReach, ItemSource, ServerResource } from './server-resource.ts';

/** A reach as SQL: what the asker gets to see or change of a resource, or of what a list's filters leave of it. */
export function reachCondition(
  resource: Pick<ServerResource, 'reaches'>,
  reach: Reach | undefined,
  principal: Principal | null,
  named: readonly string[] | null = null,
): Condition {
  if (reach === undefined || principal === null) return none;
  const basic = (name: BasicReach): Condition => resource.reaches[name]?.(principal, named) ?? none;
  switch (reach) {
    case 'all':
      return all;
    case 'yes':
      return none;
    case 'managedOrOwn':
      return anyOf(basic('managed'), basic('own'));
    case 'managedOrSide':
      return anyOf(basic('managed'), basic('side'));
    default:
      return basic(reach);
  }
}

/** What may be read, by the table: what decides between 404 and 403, and what a body may refer to. */
export function readableCondition(
  resource: Pick<ServerResource, 'definition' | 'reaches'>,
  context: RequestContext,
): Condition {
  const name = `${resource.definition.path}.read` as OperationName;
  return reachCondition(resource, accessTable[name]?.[context.who], context.principal);
}

/** For operations on no item: who has no reach may not. */
export function assertReach<Reach>(
  context: RequestContext,
  reach: Reach | undefined,
): asserts reach is Reach {
  if (reach === undefined) throw new AppError(context.who === 'nobody' ? 'unauthenticated' : 'forbidden');
}

/**
 * The item that a path names, within a reach. 404 where the asker cannot see it, whether or not it exists: the same
 * queries run for both. 403 where it can be seen, but not that be done to it.
 */
export async function findItem<Row extends BaseRow>(
  resource: ItemSource<Row>,
  context: RequestContext,
  id: string,
  reach: Reach | undefined,
): Promise<Row> {
  if (!isUuid(id)) throw new AppError('not-found');
  const rows = resource.rows(context.db, context.principal);
  const isIt: Condition = sql<boolean>`${resource.id} = ${id}`;
  const row = await rows.find([isIt, reachCondition(resource, reach, context.principal)]);
  if (row) return row;
  const seen = await rows.find([isIt, readableCondition(resource, context)]);
  throw new AppError(seen ? 'forbidden' : 'not-found');
}

/** What is being found, or another refusal than 404. */
export const foundOr = <Item>(refusal: AppError, finding: Promise<Item>): Promise<Item> =>
  finding.catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? refusal : error;
  });

/** As `findItem`, and no one else changes it until the transaction ends. */
export async function lockItem<Row extends BaseRow>(
  resource: ItemSource<Row>,
  context: ChangeContext,
  id: string,
  reach: Reach | undefined,
): Promise<Row> {
  // First without the lock: who cannot see it neither waits for anyone who changes it, nor keeps them waiting.
  const seen = await findItem(resource, context, id, reach);
  if (resource.table === undefined) return seen;
  await sql`select 1 from ${sql.table(resource.table)} where id = ${id} for update`.execute(context.db);
  return await findItem(resource, context, id, reach);
}
