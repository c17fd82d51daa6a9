import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, GroupId, PairId } from '#protocol/ids.ts';
import { consumeOneTimeToken } from '#server/auth/one-time-token.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import { invalidField } from '#server/errors.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { findItem, lockItem, reachCondition } from '#server/rest/find-item.ts';
import { partyOf } from '#server/rest/parties.ts';
import { connectionsResource } from '#server/rest/resources/connections.ts';
import { devicesResource } from '#server/rest/resources/devices.ts';
import { groupsResource } from '#server/rest/resources/groups.ts';
import { markRead, notificationsResource } from '#server/rest/resources/notifications.ts';
import { inviteUser, pairsResource, publishPair, resendInvitation } from '#server/rest/resources/pairs.ts';
import type { Condition } from '#server/rest/row-source.ts';
import { inviteGroup } from './invite-group.ts';

/** INVITED → VERIFIED, once (specification C1). */
async function approvePair(context: ChangeContext, id: PairId): Promise<void> {
  const pair = await context.db
    .updateTable('pairs')
    .set(({ eb }) => ({ state: 'VERIFIED', revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'INVITED')
    .returningAll()
    .executeTakeFirst();
  if (!pair) throw new AppError('approval-used');
  publishPair(context, pair, true);
  await context.audit('approve', 'pairs', id, pair.customer_id);
}

const isMemberPairOf = (groupId: GroupId): Condition =>
  sql<boolean>`pairs.id in (select pair_id from group_members where group_id = ${groupId})`;

const isCall = (callId: string): Condition => sql<boolean>`connections.call_id = ${callId}`;

export const changeOperations: readonly OperationHandler[] = [
  {
    name: 'devices.current',
    transaction: false,
    async handle({ principal }) {
      if (principal?.kind !== 'device') throw new AppError('forbidden');
      return { id: principal.id };
    },
  },
  {
    name: 'devices.renewSecret',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const device = await lockItem(devicesResource, context, id, reach);
      return async () => {
        const { secret, secretHash } = newDeviceSecret();
        await context.db
          .updateTable('devices')
          .set(({ eb }) => ({ secret_hash: secretHash, revision: eb('revision', '+', 1) }))
          .where('id', '=', device.id)
          .execute();
        await context.deps.auth.accounts.endSignIns(context, 'device', device.id);
        await context.audit('renew-secret', 'devices', device.id, device.customer_id);
        const setupLink = context.deps.links.device(device.serial, secret);
        return { id: device.id, once: { secret, setupLink } };
      };
    },
  },
  {
    name: 'pairs.register',
    transaction: true,
    async handle(context, { body }) {
      const owner = partyOf(context.principal);
      if (owner === null) throw new AppError('forbidden');
      return { id: await inviteUser(context, owner, body.mail, body.name ?? '') };
    },
  },
  {
    name: 'pairs.approval',
    transaction: true,
    async handle(context, { body }) {
      const attempt = await context.deps.auth.limits.attempt('link', { address: context.address });
      await consumeOneTimeToken(context.db, 'approve-pair', body.token, body.target);
      await approvePair(context, body.target as PairId);
      await attempt.forgive();
      return { id: body.target };
    },
  },
  {
    name: 'pairs.approve',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const pair = await lockItem(pairsResource, context, id, reach);
      return async () => {
        await approvePair(context, pair.id);
        return { id: pair.id };
      };
    },
  },
  {
    name: 'pairs.resendInvitation',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const pair = await lockItem(pairsResource, context, id, reach);
      return async () => {
        await resendInvitation(context, pair);
        await context.audit('invite', 'pairs', pair.id, pair.customer_id);
        return { id: pair.id };
      };
    },
  },
  {
    name: 'groups.invite',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const group = await lockItem(groupsResource, context, id, reach);
      return async () => {
        const result = await inviteGroup(context, group.id);
        await context.audit('invite', 'groups', group.id, group.customer_id);
        return result;
      };
    },
  },
  {
    name: 'groups.memberPairs',
    transaction: false,
    async open(context, { id = '' }, reach) {
      const group = await findItem(groupsResource, context, id, reach);
      return async () => ({ where: [isMemberPairOf(group.id)] });
    },
  },
  {
    name: 'customers.verify',
    transaction: true,
    async handle(context, { body }) {
      await context.deps.auth.accounts.verify(context, {
        kind: 'customer',
        ...body,
        address: context.address,
      });
      await context.audit('verify', 'customers', body.target, body.target as CustomerId);
    },
  },
  {
    name: 'connections.report',
    transaction: true,
    async handle(context, { body, reach }) {
      const party = partyOf(context.principal);
      const row = await connectionsResource
        .rows(context.db, context.principal)
        .find([reachCondition(connectionsResource, reach, context.principal), isCall(body.callId)]);
      if (!party || !row) throw invalidField('callId', 'reference-unknown');
      await context.db
        .updateTable('connections')
        .set({
          reported_duration_s: body.duration ?? row.reported_duration_s,
          quality: body.quality ?? row.quality,
        })
        .where('id', '=', row.id)
        .execute();
      return { id: row.id };
    },
  },
  {
    name: 'notifications.markRead',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const notification = await findItem(notificationsResource, context, id, reach);
      return () => markRead(context, notification.id);
    },
  },
];
