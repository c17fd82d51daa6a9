import { sql } from 'kysely';
import type { CustomerId, GroupId, PairId } from '#protocol/ids.ts';
import { guestLinkKey } from '#server/auth/guest-link.ts';
import type { Db } from '#server/db/database.ts';
import { partiesOfGroups } from '#server/db/parties-of-groups.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { forgetUser } from '#server/forget-person.ts';
import type { ChangeContext } from './context.ts';
import { isParty, keyOf, type PartyRef, partyOfColumns } from './parties.ts';
import { anyOf } from './row-source.ts';

/** Deletes a user or device with all that it owns: its sign-ins end, and anyone who shared something with it is told. */
export async function deleteParty(
  context: ChangeContext,
  party: PartyRef,
  customerId: CustomerId,
): Promise<void> {
  // Before the deletion, of which nothing would be left to tell.
  const events = await eventsOfDeletedParty(context.db, party);
  if (party.kind === 'user') await forgetUser(context.db, party.id);
  await context.deps.auth.accounts.endSignIns(context, party.kind, party.id);
  const path = party.kind === 'user' ? 'users' : 'devices';
  await sql`delete from ${sql.table(path)} where id = ${party.id}`.execute(context.db);
  for (const event of events) context.publish(event);
  await context.audit('delete', path, party.id, customerId);
}

/** What to tell when a user or device goes away: all its pairs, groups and guest links go with it. */
async function eventsOfDeletedParty(db: Db, party: PartyRef): Promise<DomainEvent[]> {
  const pairs = await db
    .selectFrom('pairs')
    .where(
      anyOf(
        isParty(party, sql.ref('owner_user_id'), sql.ref('owner_device_id')),
        isParty(party, sql.ref('target_user_id'), sql.ref('target_device_id')),
      ),
    )
    .select(['id', 'owner_user_id', 'owner_device_id', 'target_user_id', 'target_device_id'])
    .execute();
  const groups = await db
    .selectFrom('groups')
    .where(isParty(party, sql.ref('owner_user_id'), sql.ref('owner_device_id')))
    .select('id')
    .execute();
  const parties = await partiesOfGroups(
    db,
    groups.map(({ id }) => id),
  );
  const guestLinks = await db
    .selectFrom('guest_links')
    .where(isParty(party, sql.ref('owner_user_id'), sql.ref('owner_device_id')))
    .where('group_id', 'is', null)
    .select('id')
    .execute();
  return [
    ...guestLinks.map(
      ({ id }): DomainEvent => ({ type: 'tokens-revoked', partyKey: guestLinkKey(id), familyId: null }),
    ),
    ...pairs.map(
      (pair): DomainEvent => ({
        type: 'pair-changed',
        pairId: pair.id,
        parties: [
          keyOf(partyOfColumns(pair.owner_user_id, pair.owner_device_id)),
          keyOf(partyOfColumns(pair.target_user_id, pair.target_device_id)),
        ],
        callable: false,
      }),
    ),
    ...groups.map(
      ({ id }): DomainEvent => ({ type: 'group-deleted', groupId: id, parties: parties.get(id) ?? [] }),
    ),
  ];
}

/** The groups that a pair is a member of, e.g. before it is deleted. */
export async function groupsOfPair(db: Db, pairId: PairId): Promise<GroupId[]> {
  const rows = await db
    .selectFrom('group_members')
    .where('pair_id', '=', pairId)
    .select('group_id')
    .execute();
  return rows.map((row) => row.group_id);
}
