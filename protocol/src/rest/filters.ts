import { Type } from 'typebox';
import type { QueryFilter } from './define-resource.ts';
import { API_PREFIX } from './field.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** An item by its address or its bare id. */
export const byReference = (
  property: string,
  description: string,
  ...paths: readonly string[]
): QueryFilter => ({
  schema: Type.String({ pattern: `^(${API_PREFIX}/(${paths.join('|')})/)?${UUID}$` }),
  description,
  property,
});

/** Some items at once, e.g. those that the rows of another list refer to. */
export const idFilter = (path: string): QueryFilter => byReference('id', 'The one with this id', path);

/** Of what has two sides: those with one of these on either side. */
export const partyFilter = byReference(
  'peer',
  'Those with this user or device on either side',
  'users',
  'devices',
);

const ownerFilter = byReference('owner', 'Those that this user or device owns', 'users', 'devices');
export const customerFilter = byReference('customer', 'Those of this customer', 'customers');
const ownerCustomerFilter = byReference('owner', "Those whose owner is this customer's", 'customers');

/** Filters of everything that a user or device owns. */
export const ownership = {
  owner: ownerFilter,
  customer: customerFilter,
  'owner.customer': ownerCustomerFilter,
} as const;

/** Of lists of what can be called. */
export const likelyFirst = {
  schema: Type.String({ enum: ['true'] }),
  description: 'In place of `order`: those first that are online, then the ones called most recently',
} as const;

/** One of the values of a field. */
export const oneOf = (property: string, ...values: readonly string[]): QueryFilter => ({
  schema: Type.String({ enum: [...values] }),
  description: `Those whose ${property} is this`,
  property,
});

/** A text that a field has as a whole. */
export const equal = (property: string): QueryFilter => ({
  schema: Type.String({ minLength: 1, maxLength: 100 }),
  description: `Those whose ${property} is this`,
  property,
});

/** An item of any kind, by its IRI or its bare id. */
export const byAnyReference = (property: string): QueryFilter => ({
  schema: Type.String({ pattern: `^(${API_PREFIX}/[a-z_]+/)?${UUID}$` }),
  description: `Those whose ${property} is this, by its address or id`,
  property,
});

/** A day or a moment. Without a zone it is UTC; the blank is a `+` that was not escaped. */
const FilterTime = Type.String({
  pattern:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+ -][0-9]{2}:[0-9]{2})?)?$',
  examples: ['2026-01-31', '2026-01-31T09:30:00Z'],
});

/** API Platform's date filter, to the millisecond: `field[after]=…` and `field[before]=…` include the moment itself. */
export const dateFilter = <Property extends string>(property: Property) => {
  const filter = (description: string): QueryFilter => ({
    schema: FilterTime,
    description: `${description}; a day is its midnight, and without a zone it is UTC`,
    property,
  });
  return {
    [`${property}[before]`]: filter('Up to this moment'),
    [`${property}[strictly_before]`]: filter('Before this moment'),
    [`${property}[after]`]: filter('From this moment on'),
    [`${property}[strictly_after]`]: filter('After this moment'),
  } as Record<`${Property}[${'before' | 'strictly_before' | 'after' | 'strictly_after'}]`, QueryFilter>;
};
