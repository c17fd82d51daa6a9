import { sql } from 'kysely';
import type { GroupId } from '#protocol/ids.ts';
import { findParty } from '#server/rest/find-party.ts';
import { itemChange, itemOperation, type Operation, openOperation } from '#server/rest/operation.ts';
import { canCall, groupsResource, likelyFirst, readsAsOwner } from '#server/rest/resources/groups.ts';
import type { Condition } from '#server/rest/row-source.ts';
import { inviteGroup } from './invite-group.ts';

const isMemberPairOf = (groupId: GroupId): Condition =>
  sql<boolean>`pairs.id in (select pair_id from group_members where group_id = ${groupId})`;

/** Who has not approved is known to the owner alone. */
const isApproved: Condition = sql<boolean>`pairs.state = 'VERIFIED'`;

export const groupOperations: readonly Operation[] = [
  itemChange('groups.invite', groupsResource, async (context, group, { body }) => {
    const result = await inviteGroup(context, group.id, body);
    await context.audit('invite', 'groups', group.id, group.customer_id);
    return result;
  }),
  itemOperation('groups.memberPairs', groupsResource, async ({ principal }, group) => ({
    where: [isMemberPairOf(group.id), ...(readsAsOwner(group, principal) ? [] : [isApproved])],
  })),
  openOperation('groups.availables', async (context, { serial_or_id = '' }, reach) => {
    const party = await findParty(context, serial_or_id, reach);
    return async ({ own }) => ({
      where: [canCall(party)],
      ...(own.likelyFirst && { order: likelyFirst(party) }),
    });
  }),
];
