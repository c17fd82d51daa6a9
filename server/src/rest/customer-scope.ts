import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { CustomerScope } from '#server/stats/customer-scope.ts';
import { managedIds } from './parties.ts';

/** One customer within the asker's reach (else 404), by its address or id, or with none all that the asker may see. */
export async function customerScope(
  db: Db,
  principal: Principal | null,
  named: string | null | undefined,
): Promise<CustomerScope> {
  if (principal === null) return [];
  if (named === null || named === undefined) return principal.kind === 'admin' ? null : managedIds(principal);
  const id = idOfIri(named) as CustomerId;
  const seen =
    principal.kind === 'admin'
      ? await db
          .selectFrom('customers')
          .where('id', '=', id)
          .select('id')
          .execute()
          .then((rows) => rows.map((row) => row.id))
      : managedIds(principal).filter((each) => each === id);
  if (seen.length === 0) throw new AppError('not-found');
  return seen;
}
