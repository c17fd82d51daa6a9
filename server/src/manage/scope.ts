import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';

/** Customers: an administrator's are all there are. */
export type Scope = 'all' | ReadonlySet<CustomerId>;

/**
 * What the asker manages now, by the database: what a session knew when it was opened may have been taken away since.
 * Throws `forbidden` for anyone who manages nothing (SPEC.md, M1).
 */
export async function scopeOf(db: Db, principal: Principal): Promise<Scope> {
  switch (principal.kind) {
    case 'admin':
      return 'all';
    case 'user':
    case 'manager': {
      const rows = await db
        .selectFrom('customer_managers')
        .innerJoin('users', 'users.id', 'customer_managers.user_id')
        .where('users.id', '=', principal.id)
        .where('users.is_manager', '=', true)
        .select('customer_managers.customer_id')
        .execute();
      if (rows.length === 0) throw new AppError('forbidden');
      return new Set(rows.map(({ customer_id }) => customer_id));
    }
    case 'device':
    case 'guest':
      throw new AppError('forbidden');
  }
}

export const isManaged = (scope: Scope, customerId: CustomerId): boolean =>
  scope === 'all' || scope.has(customerId);

/** Of what is asked for that which is managed; null asks for all of it. Throws `forbidden` where nothing is left. */
export function narrowed(scope: Scope, customerIds: readonly CustomerId[] | null): Scope {
  if (customerIds === null) return scope;
  const managed = new Set(customerIds.filter((id) => isManaged(scope, id)));
  if (managed.size === 0) throw new AppError('forbidden');
  return managed;
}

export const sameScope = (one: Scope, other: Scope): boolean =>
  one === 'all' || other === 'all'
    ? one === other
    : one.size === other.size && [...one].every((id) => other.has(id));
