import { sql } from 'kysely';
import type { GroupId } from '#protocol/ids.ts';
import { findParty } from '#server/rest/find-party.ts';
import type { ListOptions } from '#server/rest/list-query.ts';
import { itemChange, itemOperation, type Operation, openOperation } from '#server/rest/operation.ts';
import { namedCustomers } from '#server/rest/parties.ts';
import { canCall, groupsResource, likelyFirst, readsAsOwner } from '#server/rest/resources/groups.ts';
import { nameForMembers, id as pairId } from '#server/rest/resources/pair-rows.ts';
import { type Condition, none, type Sorting } from '#server/rest/row-source.ts';
import { inviteGroup } from './invite-group.ts';

const isMemberPairOf = (groupId: GroupId): Condition =>
  sql<boolean>`pairs.id in (select pair_id from group_members where group_id = ${groupId})`;

/** Who has not approved is known to the owner alone. */
const isApproved: Condition = sql<boolean>`pairs.state = 'VERIFIED'`;

/** Members read neither names nor customers that are the owner's: they order by what they read, and find nothing by the rest. */
const byShownName = (asked: ListOptions['order']): readonly Sorting[] => {
  const [first] = asked;
  const direction = first?.direction ?? 'asc';
  const isByName = first?.name === 'name' || first?.name === 'label';
  return [
    ...(isByName ? [{ expression: nameForMembers, direction }] : []),
    { expression: pairId, direction },
  ];
};

/** Whether a mail was sent: also to an address that failed before, which counts as a failure. */
const hasMailed = ({ invited, failures }: Awaited<ReturnType<typeof inviteGroup>>): boolean =>
  invited > 0 || failures.some(({ code }) => code === 'ERROR_GROUP_MAIL_ERROR');

export const groupOperations: readonly Operation[] = [
  itemChange('groups.invite', groupsResource, async (context, group, { body }) => {
    const result = await inviteGroup(context, group.id, body);
    if (hasMailed(result)) await context.audit('invite', 'groups', group.id, group.customer_id);
    return result;
  }),
  itemOperation('groups.memberPairs', groupsResource, async ({ principal }, group, { list }) =>
    readsAsOwner(group, principal)
      ? { where: [isMemberPairOf(group.id)] }
      : {
          where: [isMemberPairOf(group.id), isApproved, ...(namedCustomers(list.filters) ? [none] : [])],
          order: byShownName(list.order),
        },
  ),
  openOperation('groups.availables', async (context, { serial_or_id = '' }, reach) => {
    const party = await findParty(context, serial_or_id, reach);
    return async ({ own }) => ({
      where: [canCall(party)],
      ...(own.likelyFirst && { order: likelyFirst(party) }),
    });
  }),
];
