import { AppError } from '#protocol/app-error.ts';
import type { PairId } from '#protocol/ids.ts';
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
  const pair = await findPair(db, pairId);
  const side = pair && [pair.owner, pair.target].find(({ key }) => key === caller);
  // Whose pair it is not must not learn that it exists.
  if (!pair || !side) throw new AppError('not-found');
  const callee = side === pair.owner ? pair.target : pair.owner;
  if (pair.state !== 'VERIFIED') {
    throw new AppError(pair.asksDevice ? 'device-not-approved' : 'user-not-approved');
  }
  if (callee.disabled) throw new AppError('device-disabled');
  if (!(await mayTalk(db, [side, callee]))) throw new AppError('service-disabled');
  return { caller: toParticipant(side), callee: toParticipant(callee) };
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
  const party = userParty(host);
  const callee = { party, key: partyKey(party), customerId: host.customer_id, historyId: host.id };
  if (!(await mayTalk(db, [callee]))) throw new AppError('service-disabled');
  const caller = {
    party: guest,
    key: partyKey(guest),
    customerId: host.customer_id,
    historyId: principal.linkId,
  };
  return { caller, callee };
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

interface PairSide extends Identity {
  /** A disabled device. */
  readonly disabled: boolean;
}

const toParticipant = ({ party, key, customerId, historyId }: PairSide): Identity => ({
  party,
  key,
  customerId,
  historyId,
});

interface FoundPair {
  readonly state: 'INVITED' | 'VERIFIED';
  /** The target is a device, or was to be one. */
  readonly asksDevice: boolean;
  readonly owner: PairSide;
  readonly target: PairSide;
}

async function findPair(db: Db, pairId: PairId): Promise<FoundPair | undefined> {
  const pair = await db.selectFrom('pairs').where('id', '=', pairId).selectAll().executeTakeFirst();
  if (!pair) return undefined;
  const users = [pair.owner_user_id, pair.target_user_id].filter((id) => id !== null);
  const devices = [pair.owner_device_id, pair.target_device_id].filter((id) => id !== null);
  const sides = new Map<string, PairSide>();
  if (users.length > 0) {
    const rows = await db
      .selectFrom('users')
      .where('id', 'in', users)
      .select(['id', 'nickname', 'mail', 'customer_id'])
      .execute();
    for (const row of rows) sides.set(row.id, toSide(userParty(row), row.customer_id, false));
  }
  if (devices.length > 0) {
    const rows = await db
      .selectFrom('devices')
      .where('id', 'in', devices)
      .select(['id', 'name', 'serial_printed', 'customer_id', 'state'])
      .execute();
    for (const row of rows) {
      sides.set(row.id, toSide(deviceParty(row), row.customer_id, row.state === 'DISABLED'));
    }
  }
  const owner = sides.get(pair.owner_user_id ?? pair.owner_device_id ?? '');
  const target = sides.get(pair.target_user_id ?? pair.target_device_id ?? '');
  // Deleted between the queries.
  if (!owner || !target) return undefined;
  return { state: pair.state, asksDevice: pair.unmatched || target.party.kind === 'device', owner, target };
}

const toSide = (party: Party, customerId: Identity['customerId'], disabled: boolean): PairSide => ({
  party,
  key: partyKey(party),
  customerId,
  historyId: party.id,
  disabled,
});
