import { sql } from 'kysely';
import type { GroupInvitationError } from '#protocol/errors.ts';
import type { GroupId } from '#protocol/ids.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import type { GroupInvitation, Mail } from '#server/mail/mail.ts';
import { undelivered } from '#server/mail/notify-sender.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { partyOfColumns } from '#server/rest/parties.ts';
import { nameOfParty } from '#server/rest/resources/pairs.ts';

interface Invited {
  readonly invited: number;
  readonly failures: {
    readonly label: string;
    readonly code: GroupInvitationError;
  }[];
}

interface MemberRow {
  readonly label: string;
  readonly mail: string | null;
  readonly lang: 'ja' | 'en' | null;
}

/** What a mail server takes at all; old rows may hold worse than today's validation lets through. */
const MAIL = /^[^\s@<>]+@[^\s@<>]+$/;

/** Mails every member a link to the call, and every guest a link of the guest's own: former ones open nothing any more. */
export async function inviteGroup(context: ChangeContext, groupId: GroupId): Promise<Invited> {
  const { links, queueMail } = context.deps;
  const group = await context.db
    .selectFrom('groups')
    .innerJoin('customers', 'customers.id', 'groups.customer_id')
    .leftJoin('users as gu', 'gu.id', 'groups.owner_user_id')
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
  const owner = partyOfColumns(group.owner_user_id, group.owner_device_id);
  const invitation: Omit<GroupInvitation, 'guest' | 'link'> = {
    kind: 'group-invitation',
    inviter: await nameOfParty(context.db, owner),
    group: group.name,
    starts: group.starts_at,
    ends: group.ends_at,
    timeZone: group.time_zone,
  };
  const members = await membersOf(context, groupId);
  const guests = await context.db
    .selectFrom('group_guests')
    .where('group_id', '=', groupId)
    .select('mail')
    .orderBy('mail')
    .execute();
  const addresses = [...members, ...guests].flatMap(({ mail }) => mail ?? []);
  const failed = await undelivered(context.db, owner.id, addresses);
  let invited = 0;
  const failures: Invited['failures'] = [];
  /** Tried again all the same: a mailbox that was full, or had a wrong name, may be there now. */
  const invite = async (label: string, mail: Omit<Mail, 'sender'>): Promise<void> => {
    await queueMail(context.db, { ...mail, sender: owner.id });
    if (failed.has(mail.to.toLowerCase())) failures.push({ label, code: 'ERROR_GROUP_MAIL_ERROR' });
    else invited += 1;
  };
  for (const { mail, label, lang } of members) {
    if (mail === null) failures.push({ label, code: 'ERROR_GROUP_HAS_NO_EMAIL' });
    else if (!MAIL.test(mail)) failures.push({ label, code: 'ERROR_GROUP_INVALID_EMAIL' });
    else {
      const content = { ...invitation, guest: false, link: links.groupCall(groupId) };
      await invite(label, { to: mail, lang: lang ?? 'ja', content });
    }
  }
  // Not told to running sessions: whoever is in the call by a former link stays in it.
  await context.db
    .updateTable('guest_links')
    .set(({ eb }) => ({ revoked_at: new Date(), revision: eb('revision', '+', 1) }))
    .where('group_id', '=', groupId)
    .where('mail', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { mail } of guests) {
    const link = await issueGuestLink(context.db, { kind: 'group', groupId }, mail);
    await invite(mail, {
      to: mail,
      // A guest has no account that says: the owner's.
      lang: group.owner_lang ?? context.lang,
      content: { ...invitation, guest: true, link: links.guest(link.token) },
    });
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
