import { sql } from 'kysely';
import type { GroupId } from '#protocol/ids.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import type { GroupInvitation } from '#server/mail/mail.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { partyOfColumns } from '#server/rest/parties.ts';
import { nameOfParty } from '#server/rest/resources/pairs.ts';

interface Invited {
  readonly invited: number;
  readonly failures: {
    readonly label: string;
    readonly code: 'group-no-email' | 'group-invalid-email' | 'group-mail-error';
  }[];
}

interface MemberRow {
  readonly label: string;
  readonly mail: string | null;
  readonly lang: 'ja' | 'en' | null;
}

/** What a mail server takes at all; old rows may hold worse than today's validation lets through. */
const MAIL = /^[^\s@<>]+@[^\s@<>]+$/;

/** Mails every member a link to the call, and every guest a link of the guest's own: former ones end with it. */
export async function inviteGroup(context: ChangeContext, groupId: GroupId): Promise<Invited> {
  const { links, queueMail } = context.deps;
  const group = await context.db
    .selectFrom('groups')
    .leftJoin('users as gu', 'gu.id', 'groups.owner_user_id')
    .leftJoin('devices as gd', 'gd.id', 'groups.owner_device_id')
    .innerJoin('customers', (join) =>
      join.on('customers.id', '=', sql`coalesce(gu.customer_id, gd.customer_id)`),
    )
    .where('groups.id', '=', groupId)
    .select([
      'groups.name',
      'groups.owner_user_id',
      'groups.owner_device_id',
      'groups.starts_at',
      'groups.ends_at',
      'customers.time_zone',
      'gu.lang as owner_lang',
    ])
    .executeTakeFirstOrThrow();
  const invitation: Omit<GroupInvitation, 'guest' | 'link'> = {
    kind: 'group-invitation',
    inviter: await nameOfParty(context.db, partyOfColumns(group.owner_user_id, group.owner_device_id)),
    group: group.name,
    starts: group.starts_at,
    ends: group.ends_at,
    timeZone: group.time_zone,
  };
  let invited = 0;
  const failures: Invited['failures'] = [];
  for (const member of await membersOf(context, groupId)) {
    if (member.mail === null) {
      failures.push({ label: member.label, code: 'group-no-email' });
    } else if (!MAIL.test(member.mail)) {
      failures.push({ label: member.label, code: 'group-invalid-email' });
    } else {
      await queueMail(context.db, {
        to: member.mail,
        lang: member.lang ?? 'ja',
        content: { ...invitation, guest: false, link: links.groupCall(groupId) },
      });
      invited += 1;
    }
  }
  const guests = await context.db
    .selectFrom('group_guests')
    .where('group_id', '=', groupId)
    .select('mail')
    .orderBy('mail')
    .execute();
  await context.db
    .updateTable('guest_links')
    .set({ revoked_at: new Date() })
    .where('group_id', '=', groupId)
    .where('mail', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { mail } of guests) {
    const link = await issueGuestLink(context.db, { kind: 'group', groupId }, mail);
    await queueMail(context.db, {
      to: mail,
      // A guest has no account that says: the owner's.
      lang: group.owner_lang ?? context.lang,
      content: { ...invitation, guest: true, link: links.guest(link.token) },
    });
    invited += 1;
  }
  return { invited, failures };
}

/** The other side of each pair of the owner's; a device has no mail address. */
async function membersOf(context: ChangeContext, groupId: GroupId): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select member.mail, member.lang, member.label
    from groups g
    join group_members gm on gm.group_id = g.id
    join pairs p on p.id = gm.pair_id
    cross join lateral (
      select u.mail, u.lang, u.mail as label from users u
      where u.id in (p.owner_user_id, p.target_user_id) and u.id is distinct from g.owner_user_id
      union all
      select null, null, d.serial_printed from devices d
      where d.id in (p.owner_device_id, p.target_device_id) and d.id is distinct from g.owner_device_id
    ) member
    where g.id = ${groupId}
    order by p.id`.execute(context.db);
  return rows;
}
