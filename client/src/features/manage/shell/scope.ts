/** The name of the customer in the address of every screen that is about one customer, or all. */
export const CUSTOMER = 'customer';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whose data a screen shows. */
export interface Scope {
  /** The customer that has been chosen, or the only one; null: all. */
  readonly customerId: string | null;
  /** For `customer[]` of a list; null: an administrator sees all customers, of which there may be a thousand. */
  readonly customerIds: readonly string[] | null;
}

/**
 * @param wanted of the address; null where it has none
 * @param manages of a manager; null for an administrator
 */
export const scopeOf = (wanted: string | null, manages: readonly string[] | null): Scope => {
  if (manages === null) {
    const customerId = wanted !== null && UUID.test(wanted) ? wanted : null;
    return { customerId, customerIds: customerId === null ? null : [customerId] };
  }
  const customerId =
    manages.length === 1 ? (manages[0] ?? null) : (manages.find((id) => id === wanted) ?? null);
  return { customerId, customerIds: customerId === null ? manages : [customerId] };
};

/** What a list is asked for, so that a manager's own private things are not in it. */
export const scopeQuery = ({ customerIds }: Scope): { readonly customer?: readonly string[] } =>
  customerIds === null ? {} : { customer: customerIds };
