import { AppError } from '#protocol/app-error.ts';
import type { AdminId, CustomerId, UserId } from '#protocol/ids.ts';
import type { Principal } from '#server/principal.ts';

/** An account, and the sign-in of it that has asked for something that is done later. */
interface AskerColumns {
  readonly owner_kind: 'user' | 'admin';
  readonly owner_id: UserId | AdminId;
  readonly customer_id: CustomerId | null;
  readonly family_id: string;
}

/** Throws `forbidden` for those who ask for nothing that is done later. */
export function askerColumns(principal: Principal | null): AskerColumns {
  if (principal?.kind === 'admin') {
    return {
      owner_kind: 'admin',
      owner_id: principal.id,
      customer_id: null,
      family_id: principal.familyId,
    };
  }
  if (principal?.kind !== 'manager') throw new AppError('forbidden');
  return {
    owner_kind: 'user',
    owner_id: principal.id,
    customer_id: principal.customerId,
    family_id: principal.familyId,
  };
}

/** Who it was then; `auth.verifyAgain` says who they are now. */
export const askerOf = ({ owner_id, customer_id, family_id }: AskerColumns): Principal =>
  customer_id === null
    ? { kind: 'admin', id: owner_id as AdminId, familyId: family_id }
    : { kind: 'user', id: owner_id as UserId, customerId: customer_id, familyId: family_id };
