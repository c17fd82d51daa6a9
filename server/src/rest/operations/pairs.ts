import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { PairId } from '#protocol/ids.ts';
import { checkOneTimeToken, consumeOneTimeToken } from '#server/auth/one-time-token.ts';
import type { Db } from '#server/db/database.ts';
import type { Inviter } from '#server/mail/mail-content.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { findParty } from '#server/rest/find-party.ts';
import { change, itemChange, type Operation, openOperation, operation } from '#server/rest/operation.ts';
import { partyOf, partyOfColumns } from '#server/rest/parties.ts';
import {
  inviterOf,
  inviteUser,
  publishPair,
  resendInvitation,
} from '#server/rest/resources/pair-invitations.ts';
import { isSide, likelyFirst } from '#server/rest/resources/pair-rows.ts';
import { pairsResource } from '#server/rest/resources/pairs.ts';

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

/** Throws `approval-unknown` where the pair is no longer there. */
async function inviterOfPair(db: Db, id: PairId): Promise<Inviter> {
  const pair = await db
    .selectFrom('pairs')
    .where('id', '=', id)
    .select(['owner_user_id', 'owner_device_id'])
    .executeTakeFirst();
  if (!pair) throw new AppError('approval-unknown');
  return await inviterOf(db, partyOfColumns(pair.owner_user_id, pair.owner_device_id));
}

/** Who could not be rung at all is not available: a disabled device, an account that is not verified. */
const bothReachable = sql<boolean>`(coalesce(ou.state, 'VERIFIED') = 'VERIFIED' and coalesce(tu.state, 'VERIFIED') = 'VERIFIED'
  and coalesce(od.state, 'ENABLED') = 'ENABLED' and coalesce(td.state, 'ENABLED') = 'ENABLED')`;

export const pairOperations: readonly Operation[] = [
  change('pairs.register', async (context, { body }) => {
    const owner = partyOf(context.principal);
    if (owner === null) throw new AppError('forbidden');
    return { id: await inviteUser(context, owner, body.mail, body.name ?? '') };
  }),
  change('pairs.approval', async (context, { body }) => {
    const attempt = await context.deps.auth.limits.attempt('link', { address: context.address });
    await consumeOneTimeToken(context.db, 'approve-pair', body.token, body.target);
    await approvePair(context, body.target as PairId);
    await attempt.forgive();
    return { id: body.target };
  }),
  operation('pairs.checkApproval', async (context, { body }) => {
    const attempt = await context.deps.auth.limits.attempt('link', { address: context.address });
    await checkOneTimeToken(context.db, 'approve-pair', body.token, body.target);
    const inviter = await inviterOfPair(context.db, body.target as PairId);
    await attempt.forgive();
    // What the mail says that the link came in, and no more.
    return inviter.kind === 'device'
      ? { ...inviter, mail: null }
      : { kind: inviter.kind, name: inviter.nickname || inviter.mail, mail: inviter.mail };
  }),
  itemChange('pairs.approve', pairsResource, async (context, pair) => {
    await approvePair(context, pair.id);
    return { id: pair.id };
  }),
  itemChange('pairs.resendInvitation', pairsResource, async (context, pair) => {
    if (await resendInvitation(context, pair))
      await context.audit('invite', 'pairs', pair.id, pair.customer_id);
    return { id: pair.id };
  }),
  openOperation('pairs.availables', async (context, { serial_or_id = '' }, reach) => {
    const party = await findParty(context, serial_or_id, reach);
    return async ({ own }) => ({
      where: [isSide(party), sql<boolean>`pairs.state = 'VERIFIED'`, bothReachable],
      ...(own.likelyFirst && { order: likelyFirst(party, context.deps.presence.present()) }),
    });
  }),
];
