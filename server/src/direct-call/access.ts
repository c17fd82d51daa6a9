import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, DeviceId, PairId, UserId } from '#protocol/ids.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { MoveReason, SharedSource } from '#protocol/signal/direct-call.ts';
import type { Offered } from '#protocol/signal/group-call.ts';
import type { Db } from '#server/db/database.ts';
import { servicesInForce } from '#server/db/services-in-force.ts';
import { deviceParty, userParty } from '#server/party-name.ts';
import type { Principal } from '#server/principal.ts';
import type { Identity } from './participant.ts';

export interface Sides {
  readonly caller: Identity;
  readonly callee: Identity;
}

/** Both sides of the pair, as the caller sees them; throws what refuses the call (SPEC.md, D1). */
export async function checkMayCall(db: Db, caller: PartyKey, pairId: PairId): Promise<Sides> {
  const pair = await db.selectFrom('pairs').where('id', '=', pairId).selectAll().executeTakeFirst();
  const [owner, target] = await Promise.all([
    findSide(db, pair?.owner_user_id, pair?.owner_device_id),
    findSide(db, pair?.target_user_id, pair?.target_device_id),
  ]);
  // Whose pair it is not must not learn that it exists; either side may be deleted between the queries.
  if (!pair || !owner || !target || ![owner, target].some(({ identity }) => identity.key === caller))
    throw new AppError('not-found');
  if (pair.state !== 'VERIFIED') {
    const asksDevice = pair.unmatched || target.identity.party.kind === 'device';
    throw new AppError(asksDevice ? 'device-not-approved' : 'user-not-approved');
  }
  const [calling, called] = owner.identity.key === caller ? [owner, target] : [target, owner];
  if (called.disabled) throw new AppError('device-disabled');
  const sides = { caller: calling.identity, callee: called.identity };
  if (!(await mayTalk(db, [sides.caller, sides.callee]))) throw new AppError('service-disabled');
  return sides;
}

/** A guest and the owner of its link, by whose customer's features the guest calls (SPEC.md, D16). */
export async function checkMayCallHost(db: Db, principal: Principal, guest: Party): Promise<Sides> {
  if (principal.kind !== 'guest' || principal.reach.kind !== 'direct') throw new AppError('forbidden');
  const host = await db
    .selectFrom('users')
    .where('id', '=', principal.reach.userId)
    .select(['id', 'nickname', 'mail', 'customer_id', 'state'])
    .executeTakeFirst();
  if (host?.state !== 'VERIFIED') throw new AppError('not-found');
  const callee = identityOf(userParty(host), host.customer_id);
  if (!(await mayTalk(db, [callee]))) throw new AppError('service-disabled');
  return { caller: identityOf(guest, host.customer_id, principal.linkId), callee };
}

/** Whether 1-to-1 chat is in force for everyone. */
export async function mayTalk(
  db: Db,
  participants: readonly Pick<Identity, 'customerId'>[],
): Promise<boolean> {
  const customers = [...new Set(participants.map(({ customerId }) => customerId))];
  const services = await Promise.all(customers.map((customerId) => servicesInForce(db, customerId)));
  return services.every(({ service_video_chat }) => service_video_chat.enabled);
}

/** Rooms of the media node are group chat's; a recording is, besides, an option of 1-to-1 chat (SPEC.md, D12). */
export async function checkMayMove(
  db: Db,
  { customerId }: Pick<Identity, 'customerId'>,
  reason: MoveReason,
): Promise<void> {
  const services = await servicesInForce(db, customerId);
  if (!services.service_group_chat.enabled) throw new AppError('service-disabled');
  if (reason === 'recording' && !services.service_video_chat.recording)
    throw new AppError('feature-disabled');
}

/** What a customer's people may do in a 1-to-1 call (SPEC.md, D15); nothing where it is not in force. */
export async function offeredTo(db: Db, { customerId }: Pick<Identity, 'customerId'>): Promise<Offered> {
  const { service_video_chat } = await servicesInForce(db, customerId);
  const { enabled: _, ...offered } = service_video_chat;
  return offered;
}

export const mayShare = ({ shareScreen, sharePlayback }: Offered, source: SharedSource): boolean =>
  source === 'screen' ? shareScreen : sharePlayback;

interface PairSide {
  readonly identity: Identity;
  /** A disabled device. */
  readonly disabled: boolean;
}

async function findSide(
  db: Db,
  userId: UserId | null | undefined,
  deviceId: DeviceId | null | undefined,
): Promise<PairSide | null> {
  if (userId) {
    const columns = ['id', 'nickname', 'mail', 'customer_id'] as const;
    const row = await db.selectFrom('users').where('id', '=', userId).select(columns).executeTakeFirst();
    return row ? { identity: identityOf(userParty(row), row.customer_id), disabled: false } : null;
  }
  if (!deviceId) return null;
  const columns = ['id', 'name', 'serial_printed', 'customer_id', 'state'] as const;
  const row = await db.selectFrom('devices').where('id', '=', deviceId).select(columns).executeTakeFirst();
  if (!row) return null;
  return { identity: identityOf(deviceParty(row), row.customer_id), disabled: row.state === 'DISABLED' };
}

const identityOf = (party: Party, customerId: CustomerId, historyId = party.id): Identity => ({
  party,
  key: partyKey(party),
  customerId,
  historyId,
});
