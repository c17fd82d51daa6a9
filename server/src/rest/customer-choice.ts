import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { type Iri, idOfIri } from '#protocol/rest/field.ts';
import { invalidField } from '#server/errors.ts';
import type { RequestContext } from './context.ts';
import { customerIdOf, managedIds } from './parties.ts';

/** Which customer something belongs to after a change: the same, or one that it may be moved to. */
export async function movedCustomer(
  context: RequestContext,
  present: CustomerId,
  chosen: Iri<'customers'> | undefined,
): Promise<CustomerId> {
  if (chosen === undefined || idOfIri(chosen) === present) return present;
  const { principal } = context;
  // Someone who manages another customer takes nothing away from the one that they belong to, not even themselves.
  if (principal?.kind === 'manager' && !managedIds(principal).includes(present)) {
    throw invalidField('customer', 'fixed');
  }
  return await chooseCustomer(context, chosen);
}

/**
 * Which customer something new, or something moved, belongs to. A manager puts things only where the manager manages,
 * by default at the manager's own customer, or the first managed one; an admin anywhere, by default at the default one.
 */
export async function chooseCustomer(
  context: RequestContext,
  chosen: Iri<'customers'> | undefined,
): Promise<CustomerId> {
  const { principal, db } = context;
  if (principal?.kind === 'manager') {
    const managed = managedIds(principal);
    if (chosen !== undefined) {
      const id = managed.find((each) => each === idOfIri(chosen));
      if (!id) throw invalidField('customer', 'reference-unknown');
      return id;
    }
    const own = customerIdOf(principal);
    const id = managed.find((each) => each === own) ?? managed[0];
    if (!id) throw new AppError('forbidden', { message: 'You manage no customer' });
    return id;
  }
  // References have been checked: it exists.
  if (chosen !== undefined) return idOfIri(chosen) as CustomerId;
  const row = await db.selectFrom('customers').where('is_default', '=', true).select('id').executeTakeFirst();
  if (!row) throw invalidField('customer', 'required');
  return row.id;
}
