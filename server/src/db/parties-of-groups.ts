import { sql } from 'kysely';
import type { GroupId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { Db } from './database.ts';

/** The owner, the members and the parties added to the present call, by group. Members are the other sides of the owner's pairs. */
export async function partiesOfGroups(
  db: Db,
  ids: readonly GroupId[],
): Promise<ReadonlyMap<GroupId, readonly PartyKey[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ group_id: GroupId; party: PartyKey }>`
    select id as group_id, coalesce('user:' || owner_user_id, 'device:' || owner_device_id) as party
    from groups where id in (${sql.join(ids)})
    union
    select invited.group_id, side.party
    from (
      select group_id, pair_id from group_members where group_id in (${sql.join(ids)})
      union
      select group_id, pair_id from call_additions where group_id in (${sql.join(ids)})
    ) invited
    join pairs p on p.id = invited.pair_id
    cross join lateral (values
      (coalesce('user:' || p.owner_user_id, 'device:' || p.owner_device_id)),
      (coalesce('user:' || p.target_user_id, 'device:' || p.target_device_id))
    ) as side (party)`.execute(db);
  const byGroup = Map.groupBy(rows, (row) => row.group_id);
  return new Map([...byGroup].map(([id, group]) => [id, group.map(({ party }) => party)]));
}
