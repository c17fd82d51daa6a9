import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { PairId } from '#protocol/ids.ts';
import { consumeOneTimeToken } from '#server/auth/one-time-token.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { lockItem } from '#server/rest/find-item.ts';
import { findParty } from '#server/rest/find-party.ts';
import { partyOf } from '#server/rest/parties.ts';
import {
  inviteUser,
  isSide,
  likelyFirst,
  pairsResource,
  publishPair,
  resendInvitation,
} from '#server/rest/resources/pairs.ts';

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

/** Who could not be rung at all is not available: a disabled device, an account that is not verified. */
const bothReachable = sql<boolean>`(coalesce(ou.state, 'VERIFIED') = 'VERIFIED' and coalesce(tu.state, 'VERIFIED') = 'VERIFIED'
  and coalesce(od.state, 'ENABLED') = 'ENABLED' and coalesce(td.state, 'ENABLED') = 'ENABLED')`;

export const pairOperations: readonly OperationHandler[] = [
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
    name: 'pairs.availables',
    transaction: false,
    async open(context, { serial_or_id = '' }, reach) {
      const party = await findParty(context, serial_or_id, reach);
      return async ({ own }) => ({
        where: [isSide(party), sql<boolean>`pairs.state = 'VERIFIED'`, bothReachable],
        ...(own.likelyFirst && { order: likelyFirst(party, context.deps.presence.present()) }),
      });
    },
  },
];
