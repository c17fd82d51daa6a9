import { AppError } from '#protocol/app-error.ts';
import type { OperationName } from '#protocol/rest/api.ts';
import type { ResourceDefinition, ShownOf } from '#protocol/rest/define-resource.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { HITS_AT_MOST, type SearchHit } from '#protocol/rest/resources/search.ts';
import { accessTable } from '#server/rest/access-table.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { customerScope } from '#server/rest/customer-scope.ts';
import { reachCondition } from '#server/rest/find-item.ts';
import { addressOf } from '#server/rest/hydra-body.ts';
import { type Operation, operation } from '#server/rest/operation.ts';
import { asManager, namedCustomers } from '#server/rest/parties.ts';
import { customersResource } from '#server/rest/resources/customers.ts';
import { devicesResource } from '#server/rest/resources/devices.ts';
import { groupsResource } from '#server/rest/resources/groups.ts';
import { pairsResource } from '#server/rest/resources/pairs.ts';
import { usersResource } from '#server/rest/resources/users.ts';
import { type Condition, isOneOf } from '#server/rest/row-source.ts';
import { searchCondition } from '#server/rest/search-condition.ts';
import type { BaseRow, Filter, ServerResource } from '#server/rest/server-resource.ts';

interface Sought {
  readonly text: string;
  /** The customer that it is narrowed to. */
  readonly customer: string | undefined;
}

async function find<Definition extends ResourceDefinition, Row extends BaseRow>(
  asked: RequestContext,
  resource: ServerResource<Definition, Row>,
  { text, customer }: Sought,
  ofCustomer: Filter,
  hit: (shown: ShownOf<Definition>) => Omit<SearchHit, '@id' | 'id'>,
): Promise<SearchHit[]> {
  const { definition, id } = resource;
  const context = asManager(asked);
  const { db, who, principal, deps } = context;
  const reach = accessTable[`${definition.path}.list` as OperationName][who];
  const found = await searchCondition(resource, context, text, false);
  const filters = customer === undefined ? {} : { customer: [customer] };
  const where: (Condition | undefined)[] = [
    reachCondition(resource, reach, principal, namedCustomers(filters)),
    filters.customer && ofCustomer(filters.customer, principal, deps),
    found,
  ];
  const rows = await resource.rows(db, principal).page({
    where: where.filter((condition) => condition !== undefined),
    order: [{ expression: id, direction: 'desc' }],
    limit: HITS_AT_MOST,
    offset: 0,
  });
  return rows.map((row) => ({
    '@id': addressOf(definition, row.id),
    id: row.id,
    ...hit(resource.show(row, context)),
  }));
}

/** A customer is of itself. */
const isCustomer: Filter = (named) => isOneOf(customersResource.id, named.map(idOfIri));

export const searchOperations: readonly Operation[] = [
  operation('search.find', async (context, { own: { q, customer } }) => {
    if (q === undefined) {
      throw new AppError('invalid-query-parameter', { message: 'Missing query parameter: q' });
    }
    await customerScope(context.db, context.principal, customer);
    const sought: Sought = { text: q.trim(), customer };
    const [users, devices, pairs, groups, customers] = await Promise.all([
      find(context, usersResource, sought, usersResource.filters.customer, (shown) => ({
        name: shown.name,
        detail: shown.email,
        customer: shown.customer,
        customerName: shown.customerName,
      })),
      find(context, devicesResource, sought, devicesResource.filters.customer, (shown) => ({
        name: shown.name || shown.serialPrinted,
        detail: shown.serialPrinted,
        customer: shown.customer,
        customerName: shown.customerName,
      })),
      find(context, pairsResource, sought, pairsResource.filters.customer, (shown) => ({
        name: shown.label,
        detail: shown.ownerName,
        customer: shown.customer,
        customerName: shown.customerName,
      })),
      find(context, groupsResource, sought, groupsResource.filters.customer, (shown) => ({
        name: shown.name,
        detail: shown.ownerName,
        customer: shown.customer,
        customerName: shown.customerName,
      })),
      find(context, customersResource, sought, isCustomer, (shown) => ({
        name: shown.name,
        detail: shown.mail,
        customer: null,
        customerName: null,
      })),
    ]);
    return { users, devices, pairs, groups, customers };
  }),
];
