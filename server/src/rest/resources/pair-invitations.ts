import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { DeviceId, PairId } from '#protocol/ids.ts';
import { isPrintedSerial, readSerial } from '#protocol/serial.ts';
import { issueOneTimeToken } from '#server/auth/one-time-token.ts';
import type { Db } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import type { Inviter, Language } from '#server/mail/mail-content.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import {
  columnsOfParty,
  findPartyCustomer,
  keyOf,
  managedIds,
  type PartyRef,
  partyOfColumns,
} from '#server/rest/parties.ts';
import { isSide, owned, type PairRow } from './pair-rows.ts';
import { isOwners } from './pair-views.ts';

/** Requests that wait at a device at once. */
const MAX_DEVICE_REQUESTS = 20;

type PairSides = Pick<
  PairRow,
  'id' | 'owner_user_id' | 'owner_device_id' | 'target_user_id' | 'target_device_id'
>;

export function publishPair(context: ChangeContext, row: PairSides, callable: boolean): void {
  context.publish({
    type: 'pair-changed',
    pairId: row.id,
    parties: [
      ...new Set([
        keyOf(partyOfColumns(row.owner_user_id, row.owner_device_id)),
        keyOf(partyOfColumns(row.target_user_id, row.target_device_id)),
      ]),
    ],
    callable,
  });
}

/** A verified user; anything else is refused in the same words and the same time. Mails the approval link. */
export async function inviteUser(
  context: ChangeContext,
  owner: PartyRef,
  mail: string,
  name: string,
): Promise<PairId> {
  await context.deps.auth.limits.attempt('mail', { address: context.address, account: mail });
  const user = await context.db
    .selectFrom('users')
    .where('mail_key', '=', mail.toLowerCase())
    .where('state', '=', 'VERIFIED')
    .select(['id', 'mail', 'lang'])
    .executeTakeFirst();
  if (!user) throw invalidField('mail', 'pair-user-unknown');
  if (user.id === owner.id) throw invalidField('mail', 'pair-self');
  const target: PartyRef = { kind: 'user', id: user.id };
  const pairId = await insertPair(context, owner, target, { name, field: 'mail' });
  await mailInvitation(context, owner, user, pairId);
  return pairId;
}

/**
 * The link expires, and mails get lost. A device needs none: it shows the request until someone answers it. Returns whether a
 * mail was sent.
 */
export async function resendInvitation(context: ChangeContext, pair: PairRow): Promise<boolean> {
  if (!isOwners(pair, context.principal)) throw new AppError('forbidden');
  const owner = partyOfColumns(pair.owner_user_id, pair.owner_device_id);
  if (owner.kind === 'user') await assertNotAbove(context, owner.id);
  if (pair.state === 'VERIFIED') throw new AppError('approval-used');
  if (pair.unmatched || pair.target_user_id === null) return false;
  const user = await context.db
    .selectFrom('users')
    .where('id', '=', pair.target_user_id)
    .select(['mail', 'lang'])
    .executeTakeFirstOrThrow();
  await context.deps.auth.limits.attempt('mail', { address: context.address, account: user.mail });
  await mailInvitation(context, owner, user, pair.id);
  return true;
}

async function mailInvitation(
  { db, deps }: ChangeContext,
  owner: PartyRef,
  user: { readonly mail: string; readonly lang: Language },
  pairId: PairId,
): Promise<void> {
  const token = await issueOneTimeToken(db, 'approve-pair', pairId);
  await deps.queueMail(db, {
    to: user.mail,
    sender: owner.id,
    about: `pair:${owner.id}`,
    lang: user.lang,
    content: {
      kind: 'pair-invitation',
      inviter: await inviterOf(db, owner),
      link: deps.links.approvePair(token, pairId),
    },
  });
}

/**
 * By long or printed serial. The kiosk's page, or a manager of its customer, approves: no mail. Anyone who asks gets the same
 * answer whether or not there is such a device (docs/adr/0013-requests-to-devices.md).
 */
export async function inviteDevice(
  context: ChangeContext,
  owner: PartyRef,
  typed: string,
  name: string,
): Promise<PairId> {
  const serial = readSerial(typed);
  if (serial === undefined && !isPrintedSerial(typed)) throw invalidField('serialLong', 'serial-invalid');
  const asked = { asked_long: serial?.long ?? null, asked_printed: serial?.printed ?? typed };
  const device = await context.db
    .selectFrom('devices')
    .where('serial_printed', '=', asked.asked_printed)
    .$if(serial !== undefined, (query) => query.where('serial', '=', serial?.long ?? ''))
    .select(['id', 'customer_id'])
    .executeTakeFirst();
  if (device?.id === owner.id) throw invalidField('serialLong', 'pair-self');
  const { principal } = context;
  const manages = device && principal && managedIds(principal).includes(device.customer_id);
  if (!manages) {
    const { limits } = context.deps.auth;
    await limits.attempt('device-request', { address: context.address, account: owner.id });
  }
  await lock(context, `${owner.id}\n${asked.asked_printed}`);
  const pending = await context.db
    .selectFrom('pairs')
    .where(owned.isOwner(owner))
    .where('state', '=', 'INVITED')
    .where('asked_printed', '=', asked.asked_printed)
    .select('id')
    .executeTakeFirst();
  if (pending) throw invalidField('serialLong', 'pair-exists');
  const takes = device !== undefined && (manages || (await takesRequests(context, device.id)));
  return await insertPair(context, owner, takes ? { kind: 'device', id: device.id } : owner, {
    name,
    field: 'serialLong',
    asked: { ...asked, unmatched: !takes },
  });
}

/** A kiosk shows no more requests than someone could look through; further ones go nowhere. */
async function takesRequests(context: ChangeContext, deviceId: DeviceId): Promise<boolean> {
  await lock(context, deviceId);
  const waiting = await context.db
    .selectFrom('pairs')
    .where('target_device_id', '=', deviceId)
    .where('state', '=', 'INVITED')
    .where('unmatched', '=', false)
    .select('id')
    .limit(MAX_DEVICE_REQUESTS)
    .execute();
  return waiting.length < MAX_DEVICE_REQUESTS;
}

const lock = (context: ChangeContext, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(context.db);

interface NewPair {
  readonly name: string;
  readonly field: 'mail' | 'serialLong';
  readonly asked?: {
    readonly asked_long: string | null;
    readonly asked_printed: string;
    readonly unmatched: boolean;
  };
}

async function insertPair(
  context: ChangeContext,
  owner: PartyRef,
  target: PartyRef,
  { name, field, asked }: NewPair,
): Promise<PairId> {
  // One pair of two parties, no matter who invited: both of them may call. The lock, since each may invite the other at once.
  await lock(context, [owner.id, target.id].sort().join());
  const there = await context.db
    .selectFrom('pairs')
    .where(isSide(owner))
    .where(isSide(target))
    // A request to no one repeats its owner, and is in the way of none.
    .where(sql<boolean>`${owner.id !== target.id}::boolean`)
    .select('id')
    .executeTakeFirst();
  if (there) throw invalidField(field, 'pair-exists');
  const made = await context.db
    .insertInto('pairs')
    .values({ name, ...asked, ...columnsOfParty('owner', owner), ...columnsOfParty('target', target) })
    .returning(['id', 'owner_user_id', 'owner_device_id', 'target_user_id', 'target_device_id'])
    .executeTakeFirstOrThrow();
  publishPair(context, made, false);
  const customerId = await findPartyCustomer(context.db, owner);
  await context.audit('create', 'pairs', made.id, customerId ?? null);
  return made.id;
}

/** Who invites by a mail. */
export async function inviterOf(db: Db, party: PartyRef): Promise<Inviter> {
  if (party.kind === 'user') {
    const user = await db
      .selectFrom('users')
      .where('id', '=', party.id)
      .select(['nickname', 'mail'])
      .executeTakeFirstOrThrow();
    return { kind: 'user', ...user };
  }
  const device = await db
    .selectFrom('devices')
    .where('id', '=', party.id)
    .select(['name', 'serial_printed'])
    .executeTakeFirstOrThrow();
  return { kind: 'device', name: device.name || device.serial_printed };
}
