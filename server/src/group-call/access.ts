import { AppError } from '#protocol/app-error.ts';
import type { CallId, CustomerId, DeviceId, GroupId, UserId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { Party } from '#protocol/party.ts';
import type { Offered } from '#protocol/signal/group-call.ts';
import type { Db } from '#server/db/database.ts';
import { type ServiceInForce, servicesInForce } from '#server/db/services-in-force.ts';
import type { Principal } from '#server/principal.ts';
import type { Session } from '#server/session.ts';

/** What a member may do in a call, and for how long. */
export interface GroupAccess {
  /** Empty for a call that belongs to no group. */
  readonly groupName: string;
  /** The member owns the group. */
  readonly owner: boolean;
  /** May have the call recorded on the server, where the feature is on (SPEC.md, R1). */
  readonly mayRecordOnServer: boolean;
  /** Customers whose features decide. */
  readonly customers: readonly CustomerId[];
  readonly sources: ReadonlySet<MediaSource>;
  readonly offered: Offered;
  /** The group is available until then; null: for ever. */
  readonly endsAt: Date | null;
}

/** Throws `not-found`, `group-not-open` and `service-disabled` (SPEC.md, G1). */
export async function checkMayJoin(db: Db, principal: Principal, groupId: GroupId): Promise<GroupAccess> {
  const group = await findGroup(db, groupId);
  const standing = group && (await standingOf(db, principal, groupId, group));
  // Anyone who is not a member must not learn that the group exists.
  if (!group || !standing) throw new AppError('not-found');
  const now = Date.now();
  const begun = group.starts_at === null || group.starts_at.getTime() <= now;
  const over = group.ends_at !== null && group.ends_at.getTime() <= now;
  if (!begun || over) throw new AppError('group-not-open');
  const own = standing.customerId ?? group.customer_id;
  const customers = [...new Set([own, group.customer_id])];
  const services = await Promise.all(customers.map((customerId) => servicesInForce(db, customerId)));
  const [ofMember] = services;
  if (!ofMember || services.some(({ service_group_chat }) => !service_group_chat.enabled)) {
    throw new AppError('service-disabled');
  }
  return {
    groupName: group.name,
    owner: standing.owner,
    mayRecordOnServer: standing.owner,
    customers,
    sources: allowedSources(ofMember.service_group_chat),
    offered: offeredBy(ofMember.service_group_chat),
    endsAt: group.ends_at,
  };
}

/** The 1-to-1 calls that have moved to the media node, as their rooms see them (SPEC.md, D12). */
export interface MovedCalls {
  /**
   * Throws `call-not-found` for anyone who is not in the call, and where it has not moved.
   *
   * @returns the customer whose features decide, and whether the session's party is one of the two whose call it is
   */
  checkMayJoin(
    session: Session,
    callId: CallId,
  ): Promise<{ readonly customerId: CustomerId; readonly isSide: boolean }>;
  /** Who is in it, on whichever server and whether in the room yet or not. Throws `call-not-found`. */
  peopleIn(session: Session, callId: CallId): Promise<readonly Party[]>;
  /** Tells that a session of this server is not in a moved call any more. Returns what ends the subscription. */
  onLeft(listener: (session: Session, callId: CallId) => void): () => void;
}

/** As `checkMayJoin`, for a 1-to-1 call that has moved: there the features of 1-to-1 chat decide, as before. */
export async function checkMayJoinCall(
  db: Db,
  calls: MovedCalls,
  session: Session,
  callId: CallId,
): Promise<GroupAccess> {
  const { customerId, isSide } = await calls.checkMayJoin(session, callId);
  const { service_video_chat: service } = await servicesInForce(db, customerId);
  if (!service.enabled) throw new AppError('service-disabled');
  return {
    groupName: '',
    owner: false,
    mayRecordOnServer: isSide && session.principal.kind !== 'guest',
    customers: [customerId],
    sources: allowedSources(service),
    offered: offeredBy(service),
    endsAt: null,
  };
}

const offeredBy = ({ recording, shareCamera, shareScreen, sharePlayback }: ServiceInForce): Offered => ({
  recording,
  shareCamera,
  shareScreen,
  sharePlayback,
});

/** What a customer's people may send (SPEC.md, G3). */
function allowedSources(service: ServiceInForce): ReadonlySet<MediaSource> {
  const sources = new Set<MediaSource>(['microphone']);
  if (service.shareCamera) sources.add('camera');
  if (service.shareScreen) sources.add('screen').add('screen-audio');
  if (service.sharePlayback) sources.add('playback').add('playback-audio');
  return sources;
}

/** Whether the group has not been deleted; for this server's own use, never told to anyone who is no member. */
export const groupExists = async (db: Db, groupId: GroupId): Promise<boolean> =>
  (await findGroup(db, groupId)) !== undefined;

const findGroup = (db: Db, groupId: GroupId) =>
  db
    .selectFrom('groups')
    .where('id', '=', groupId)
    .select(['name', 'owner_user_id', 'owner_device_id', 'customer_id', 'starts_at', 'ends_at'])
    .executeTakeFirst();

interface Standing {
  readonly owner: boolean;
  /** Null for a guest, who is under the group's customer. */
  readonly customerId: CustomerId | null;
}

async function standingOf(
  db: Db,
  principal: Principal,
  groupId: GroupId,
  group: { readonly owner_user_id: string | null; readonly owner_device_id: string | null },
): Promise<Standing | null> {
  switch (principal.kind) {
    case 'admin':
      return null;
    case 'guest': {
      const invited = principal.reach.kind === 'group' && principal.reach.groupId === groupId;
      return invited ? { owner: false, customerId: null } : null;
    }
    case 'user':
    case 'manager':
    case 'device': {
      const side = principal.kind === 'device' ? ('device' as const) : ('user' as const);
      const owner = group[`owner_${side}_id`] === principal.id;
      if (!owner && !(await isInvited(db, side, principal.id, groupId))) return null;
      // As it is now: a session may have begun under another one.
      const account = await db
        .selectFrom(side === 'device' ? 'devices' : 'users')
        .where('id', '=', principal.id as UserId & DeviceId)
        .select('customer_id')
        .executeTakeFirst();
      return account ? { owner, customerId: account.customer_id } : null;
    }
  }
}

/** A member of the group, or someone who was added to its present call. */
async function isInvited(
  db: Db,
  side: 'user' | 'device',
  id: UserId | DeviceId,
  groupId: GroupId,
): Promise<boolean> {
  const row = await db
    .selectFrom('pairs')
    .where((where) =>
      where.or([
        where('pairs.id', 'in', (pairs) =>
          pairs.selectFrom('group_members').where('group_id', '=', groupId).select('pair_id'),
        ),
        where('pairs.id', 'in', (pairs) =>
          pairs.selectFrom('call_additions').where('group_id', '=', groupId).select('pair_id'),
        ),
      ]),
    )
    .where('pairs.state', '=', 'VERIFIED')
    .where((where) =>
      where.or([where(`pairs.owner_${side}_id`, '=', id), where(`pairs.target_${side}_id`, '=', id)]),
    )
    .select('pairs.id')
    .executeTakeFirst();
  return row !== undefined;
}
