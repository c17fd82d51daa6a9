import { sql } from 'kysely';
import type { GroupId } from '#protocol/ids.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { findItem, lockItem } from '#server/rest/find-item.ts';
import { findParty } from '#server/rest/find-party.ts';
import { groupsResource, isAvailable, likelyFirst, takesPart } from '#server/rest/resources/groups.ts';
import type { Condition } from '#server/rest/row-source.ts';
import { inviteGroup } from './invite-group.ts';

const isMemberPairOf = (groupId: GroupId): Condition =>
  sql<boolean>`pairs.id in (select pair_id from group_members where group_id = ${groupId})`;

export const groupOperations: readonly OperationHandler[] = [
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
    name: 'groups.availables',
    transaction: false,
    async open(context, { serial_or_id = '' }, reach) {
      const party = await findParty(context, serial_or_id, reach);
      return async ({ own }) => ({
        where: [takesPart(party), isAvailable],
        ...(own.likelyFirst && { order: likelyFirst(party) }),
      });
    },
  },
];
