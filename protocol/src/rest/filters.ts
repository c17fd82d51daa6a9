import { Type } from 'typebox';
import type { QueryFilter } from './define-resource.ts';
import { API_PREFIX, DateTime } from './field.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** An item by its address or its bare id. */
const byReference = (property: string, description: string, ...paths: readonly string[]): QueryFilter => ({
  schema: Type.String({ pattern: `^(${API_PREFIX}/(${paths.join('|')})/)?${UUID}$` }),
  description,
  property,
});

const ownerFilter = byReference('owner', 'Those that this user or device owns', 'users', 'devices');
export const customerFilter = byReference('customer', 'Those of this customer', 'customers');
const ownerCustomerFilter = byReference('owner', "Those whose owner is this customer's", 'customers');

/** Filters of everything that a user or device owns. */
export const ownership = {
  owner: ownerFilter,
  customer: customerFilter,
  'owner.customer': ownerCustomerFilter,
} as const;

/** One of the values of a field. */
export const oneOf = (property: string, ...values: readonly string[]): QueryFilter => ({
  schema: Type.String({ enum: [...values] }),
  description: `Those whose ${property} is this`,
  property,
});

/** API Platform's date filter: `field[after]=…` and `field[before]=…` include the moment itself. */
export const dateFilter = <Property extends string>(property: Property) => {
  const filter = (description: string): QueryFilter => ({ schema: DateTime, description, property });
  return {
    [`${property}[before]`]: filter('Up to this moment'),
    [`${property}[strictly_before]`]: filter('Before this moment'),
    [`${property}[after]`]: filter('From this moment on'),
    [`${property}[strictly_after]`]: filter('After this moment'),
  } as Record<`${Property}[${'before' | 'strictly_before' | 'after' | 'strictly_after'}]`, QueryFilter>;
};
