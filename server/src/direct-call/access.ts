import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, PairId } from '#protocol/ids.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { Db } from '#server/db/database.ts';
import { servicesInForce } from '#server/db/services-in-force.ts';
import { deviceParty, userParty } from '#server/party-name.ts';

/** One side of a call. */
export interface Participant {
  readonly party: Party;
  readonly key: PartyKey;
  readonly customerId: CustomerId;
}

interface Sides {
  readonly caller: Participant;
  readonly callee: Participant;
}

/** Both sides of the pair, as the caller sees them; throws what refuses the call (SPEC.md, D1). */
export async function checkMayCall(db: Db, caller: PartyKey, pairId: PairId): Promise<Sides> {
  const pair = await findPair(db, pairId);
  const sides = pair && [pair.owner, pair.target].find(({ key }) => key === caller);
  // Whose pair it is not must not learn that it exists.
  if (!pair || !sides) throw new AppError('not-found');
  const callee = sides === pair.owner ? pair.target : pair.owner;
  if (pair.state !== 'VERIFIED') {
    throw new AppError(pair.target.party.kind === 'device' ? 'device-not-approved' : 'user-not-approved');
  }
  if (callee.disabled) throw new AppError('device-disabled');
  if (!(await mayTalk(db, [sides, callee]))) throw new AppError('service-disabled');
  return { caller: sides, callee };
}

/** Whether 1-to-1 chat is in force for everybody. */
export async function mayTalk(
  db: Db,
  participants: readonly { readonly customerId: CustomerId }[],
): Promise<boolean> {
  const customers = [...new Set(participants.map(({ customerId }) => customerId))];
  const services = await Promise.all(customers.map((customerId) => servicesInForce(db, customerId)));
  return services.every(({ service_video_chat }) => service_video_chat.enabled);
}

interface PairSide extends Participant {
  /** A disabled device. */
  readonly disabled: boolean;
}

async function findPair(
  db: Db,
  pairId: PairId,
): Promise<{ state: 'INVITED' | 'VERIFIED'; owner: PairSide; target: PairSide } | undefined> {
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
  return { state: pair.state, owner, target };
}

const toSide = (party: Party, customerId: CustomerId, disabled: boolean): PairSide => ({
  party,
  key: partyKey(party),
  customerId,
  disabled,
});
