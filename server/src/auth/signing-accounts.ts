import type { AdminId, CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import type { Trx } from '#server/db/database.ts';
import type { AccountKind } from './jwt.ts';

/** The row of an account that signs in, while it is locked. */
export interface LockedAccount {
  /** Null for an admin. */
  readonly customerId: CustomerId | null;
  /** The mail address in lower case, or the serial. */
  readonly name: string;
  /** Stored hash of the password or secret. */
  readonly hash: string;
  /** Always false for users and admins. */
  readonly disabled: boolean;
}

/**
 * Locks an account until the transaction ends. Tokens are made, rotated and revoked only under this lock, which is taken
 * before any of their rows: a change of the password sees every token made before it, no token is made after it for the
 * former password, and no two of these transactions wait for each other in a circle.
 */
export async function lockSigningAccount(
  trx: Trx,
  kind: AccountKind,
  id: string,
): Promise<LockedAccount | undefined> {
  switch (kind) {
    case 'user': {
      const user = await trx
        .selectFrom('users')
        .where('id', '=', id as UserId)
        .select(['customer_id', 'mail_key', 'password_hash'])
        .forNoKeyUpdate()
        .executeTakeFirst();
      return (
        user && {
          customerId: user.customer_id,
          name: user.mail_key,
          hash: user.password_hash,
          disabled: false,
        }
      );
    }
    case 'admin': {
      const admin = await trx
        .selectFrom('admins')
        .where('id', '=', id as AdminId)
        .select(['mail_key', 'password_hash'])
        .forNoKeyUpdate()
        .executeTakeFirst();
      return admin && { customerId: null, name: admin.mail_key, hash: admin.password_hash, disabled: false };
    }
    case 'device': {
      const device = await trx
        .selectFrom('devices')
        .where('id', '=', id as DeviceId)
        .select(['customer_id', 'serial', 'secret_hash', 'state'])
        .forNoKeyUpdate()
        .executeTakeFirst();
      return (
        device && {
          customerId: device.customer_id,
          name: device.serial,
          hash: device.secret_hash,
          disabled: device.state === 'DISABLED',
        }
      );
    }
  }
}
