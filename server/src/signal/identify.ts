import { AppError } from '#protocol/app-error.ts';
import type { Party } from '#protocol/party.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import type { GuestPrincipal } from '#server/auth/guest-link.ts';
import { guestPersonId } from '#server/auth/guest-person.ts';
import { network } from '#server/auth/network.ts';
import type { Db } from '#server/db/database.ts';
import { violation } from '#server/errors.ts';
import { deviceParty, userParty } from '#server/party-name.ts';
import type { Principal } from '#server/principal.ts';

/** The part of `Auth` that a socket needs. */
export interface CredentialCheck {
  /** Throws `unauthenticated` or `token-expired`. */
  verifyAccessToken(token: string): Promise<Principal>;
  /** Throws `guest-link-unknown`, `guest-link-expired` or `guest-link-revoked`. */
  verifyGuestToken(token: string): Promise<GuestPrincipal>;
  /** Throws `unauthenticated`, `device-disabled`, `account-unverified`, `guest-link-unknown` and `guest-link-revoked`. */
  verifyAgain(principal: Principal): Promise<Principal>;
}

export type Identity =
  | { readonly principal: Principal; readonly party: Party }
  /** An administrator takes part in no call. */
  | { readonly principal: Extract<Principal, { readonly kind: 'admin' }>; readonly party: null };

type Credential = SignalPayload<'session.open'>['credential'];

/**
 * Who opens a session, and under which name others see them. A token says who someone was when it was signed; whether
 * the account is verified and the device enabled is asked again, since a session outlives its token (SPEC.md, S2, S10).
 */
export async function identify(
  db: Db,
  auth: CredentialCheck,
  credential: Credential,
  address: string,
): Promise<Identity> {
  if (credential.kind === 'guest') {
    const link = await auth.verifyGuestToken(credential.token);
    const name = credential.name.trim();
    if (name === '') {
      throw new AppError('invalid-payload', { violations: [violation('credential.name', 'required')] });
    }
    const id = guestPersonId(link.linkId, { ...credential, name });
    return { principal: { ...link, network: network(address) }, party: { kind: 'guest', id, name } };
  }
  const principal = await auth.verifyAccessToken(credential.token);
  switch (principal.kind) {
    case 'user':
    case 'manager': {
      const user = await db
        .selectFrom('users')
        .where('id', '=', principal.id)
        .select(['nickname', 'mail', 'state'])
        .executeTakeFirst();
      if (!user) throw new AppError('unauthenticated');
      if (user.state !== 'VERIFIED') throw new AppError('account-unverified');
      return { principal, party: userParty({ ...user, id: principal.id }) };
    }
    case 'device': {
      const device = await db
        .selectFrom('devices')
        .where('id', '=', principal.id)
        .select(['name', 'serial_printed', 'state'])
        .executeTakeFirst();
      if (!device) throw new AppError('unauthenticated');
      if (device.state !== 'ENABLED') throw new AppError('device-disabled');
      return { principal, party: deviceParty({ ...device, id: principal.id }) };
    }
    case 'admin':
      return { principal, party: null };
    case 'guest':
      // An access token never is a guest's.
      throw new AppError('forbidden');
  }
}
