import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { type Operation, operation } from '#server/rest/operation.ts';
import { customerIdOf } from '#server/rest/parties.ts';
import { membersInForce, seesCustomer } from '#server/rest/resources/services.ts';

/** The customer that `customer`, `owner.customer` or `owner` names, else the asker's own; within what the asker sees. */
async function customerOfQuery(
  context: RequestContext,
  filters: Readonly<Record<string, readonly string[]>>,
): Promise<CustomerId> {
  const named = filters.customer?.[0] ?? filters['owner.customer']?.[0];
  const owner = filters.owner?.[0];
  const own = customerIdOf(context.principal);
  if (named === undefined && owner === undefined) {
    if (own !== null) return own;
    throw new AppError('invalid-query-parameter', { message: 'Missing query parameter: customer' });
  }
  const customerId =
    named === undefined ? await customerOfOwner(context, idOfIri(owner ?? '')) : idOfIri(named);
  const seen = await context.db
    .selectFrom('customers')
    .where('id', '=', customerId as CustomerId)
    .where(seesCustomer(context.principal, 'customers.id'))
    .select('id')
    .executeTakeFirst();
  if (!seen) throw new AppError('not-found');
  return seen.id;
}

async function customerOfOwner(context: RequestContext, id: string): Promise<string> {
  // One query for an id of any kind, so that the answer takes as long for everything that the asker does not see.
  const owner = await context.db
    .selectFrom('users')
    .where('id', '=', id as UserId)
    .select('customer_id')
    .unionAll((query) =>
      query
        .selectFrom('devices')
        .where('id', '=', id as DeviceId)
        .select('customer_id'),
    )
    .executeTakeFirst();
  return owner?.customer_id ?? '00000000-0000-0000-0000-000000000000';
}

export const serviceOperations: readonly Operation[] = [
  operation(
    'services.current',
    async (context, { list }) =>
      await membersInForce(context.db, await customerOfQuery(context, list.filters), list),
  ),
];
