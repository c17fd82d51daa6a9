import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { GroupInvitationError } from '#protocol/errors.ts';
import type { GroupId, GuestLinkId, PairId } from '#protocol/ids.ts';
import { type Iri, idOfIri, iri } from '#protocol/rest/field.ts';
import { issueGuestLink } from '#server/auth/guest-link.ts';
import { invalidField } from '#server/errors.ts';
import type { GroupInvitation } from '#server/mail/mail-content.ts';
import { undelivered } from '#server/mail/notify-sender.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { partyOfColumns } from '#server/rest/parties.ts';
import { inviterOf } from '#server/rest/resources/pair-invitations.ts';

interface Invited {
  readonly invited: number;
  readonly failures: {
    readonly label: string;
    /** Null: a guest. */
    readonly pair: Iri<'pairs'> | null;
    readonly code: GroupInvitationError;
  }[];
}

/** Whom to invite; without either everyone. */
export interface InvitedAlone {
  readonly memberPairs?: readonly Iri<'pairs'>[];
  readonly guests?: readonly string[];
}

interface MemberRow {
  readonly pair: PairId;
  readonly label: string;
  readonly mail: string | null;
  readonly lang: 'ja' | 'en' | null;
  readonly approved: boolean;
}

/** What a mail server takes at all; old rows may hold worse than today's validation lets through. */
const MAIL = /^[^\s@<>]+@[^\s@<>]+$/;

/**
 * Mails every member a link to the call, and every guest a link of the guest's own: former ones open nothing any more.
 * Where only some are named, those alone, of whom each has to be in the group.
 */
export async function inviteGroup(
  context: ChangeContext,
  groupId: GroupId,
  alone: InvitedAlone,
): Promise<Invited> {
  const { auth, links, queueMail } = context.deps;
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
    inviter: await inviterOf(context.db, owner),
    group: group.name,
    starts: group.starts_at,
    ends: group.ends_at,
    timeZone: group.time_zone,
  };
  const everyone = {
    members: await membersOf(context, groupId),
    guests: await context.db
      .selectFrom('group_guests')
      .where('group_id', '=', groupId)
      .select('mail')
      .orderBy('mail')
      .execute(),
  };
  const { members, guests } = chosenOf(everyone, alone);
  const addresses = [...members, ...guests].flatMap(({ mail }) => mail ?? []);
  const failed = await undelivered(context.db, owner.id, addresses);
  const lang = group.owner_lang ?? context.lang;
  const failures: Invited['failures'] = [];
  const invitees: Invitee[] = guests.map(({ mail }) => ({
    label: mail,
    pair: null,
    mail,
    lang,
    guest: true,
  }));
  for (const { pair: pairId, mail, label, lang, approved } of members) {
    const pair = iri('pairs', pairId);
    if (mail === null) failures.push({ label, pair, code: 'ERROR_GROUP_HAS_NO_EMAIL' });
    else if (!MAIL.test(mail)) failures.push({ label, pair, code: 'ERROR_GROUP_INVALID_EMAIL' });
    // The group is not theirs to see before they have approved the pair.
    else if (!approved) failures.push({ label, pair, code: 'ERROR_GROUP_NOT_APPROVED' });
    else invitees.push({ label, pair, mail, lang: lang ?? 'ja', guest: false });
  }
  let invited = 0;
  let refusal: AppError | undefined;
  const issued: GuestLinkId[] = [];
  const heldBack: string[] = [];
  for (const { label, pair, mail, lang, guest } of invitees.toSorted(byAddress)) {
    const guestLink = guest
      ? await issueGuestLink(context.db, auth.guestTokens, { kind: 'group', groupId }, mail)
      : null;
    const link = guestLink ? links.guest(guestLink.token) : links.groupCall(groupId);
    try {
      await queueMail(context.db, {
        to: mail,
        lang,
        sender: owner.id,
        about: `group:${groupId}`,
        content: { ...invitation, guest: guestLink && { linkEnds: guestLink.endsAt }, link },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-many-mails') throw error;
      refusal = error;
      heldBack.push(mail.toLowerCase());
      failures.push({ label, pair, code: 'ERROR_GROUP_MAIL_LIMIT' });
      if (guestLink) await context.db.deleteFrom('guest_links').where('id', '=', guestLink.id).execute();
      continue;
    }
    if (guestLink) issued.push(guestLink.id);
    // Tried again all the same: a mailbox that was full, or had a wrong name, may be there now.
    if (failed.has(mail.toLowerCase())) failures.push({ label, pair, code: 'ERROR_GROUP_MAIL_ERROR' });
    else invited += 1;
  }
  if (refusal && heldBack.length === invitees.length) throw refusal;
  const invitedAddresses = new Set(guests.map(({ mail }) => mail.toLowerCase()));
  const notAsked = everyone.guests
    .map(({ mail }) => mail.toLowerCase())
    .filter((mail) => !invitedAddresses.has(mail));
  await revokeFormerLinks(context, groupId, { issued, heldBack: [...heldBack, ...notAsked] });
  return { invited, failures };
}

interface Chosen {
  readonly members: readonly MemberRow[];
  readonly guests: readonly { readonly mail: string }[];
}

function chosenOf(everyone: Chosen, { memberPairs, guests }: InvitedAlone): Chosen {
  if (memberPairs === undefined && guests === undefined) return everyone;
  const pairs = (memberPairs ?? []).map(idOfIri);
  const addresses = (guests ?? []).map((mail) => mail.toLowerCase());
  const chosen = {
    members: everyone.members.filter(({ pair }) => pairs.includes(pair)),
    guests: everyone.guests.filter(({ mail }) => addresses.includes(mail.toLowerCase())),
  };
  const isOfGroup = (pair: string) => everyone.members.some((member) => member.pair === pair);
  if (!pairs.every(isOfGroup)) throw invalidField('memberPairs', 'reference-unknown');
  if (chosen.guests.length < new Set(addresses).size) throw invalidField('guests', 'reference-unknown');
  return chosen;
}

interface Invitee {
  readonly label: string;
  readonly pair: Iri<'pairs'> | null;
  readonly mail: string;
  readonly lang: 'ja' | 'en';
  readonly guest: boolean;
}

/** The order in which mails are queued (mail/mail-content.ts). */
const byAddress = (one: Invitee, other: Invitee): number =>
  one.mail.toLowerCase() < other.mail.toLowerCase() ? -1 : 1;

/**
 * Former links open nothing any more, except those of guests who get no new one now. Not told to running sessions: anyone who
 * is in the call by a former link stays in it.
 */
async function revokeFormerLinks(
  context: ChangeContext,
  groupId: GroupId,
  kept: { readonly issued: readonly GuestLinkId[]; readonly heldBack: readonly string[] },
): Promise<void> {
  await context.db
    .updateTable('guest_links')
    .set(({ eb }) => ({ revoked_at: new Date(), revision: eb('revision', '+', 1) }))
    .where('group_id', '=', groupId)
    .where('mail', 'is not', null)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`id <> all (${kept.issued}::uuid[])`)
    .where(sql<boolean>`lower(mail) <> all (${kept.heldBack}::text[])`)
    .execute();
}

/** The other side of each pair of the owner's; a device has no mail address. */
async function membersOf(context: ChangeContext, groupId: GroupId): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select p.id as pair, member.mail, member.lang, member.label, p.state = 'VERIFIED' as approved
    from groups g
    join group_members gm on gm.group_id = g.id
    join pairs p on p.id = gm.pair_id
    cross join lateral (
      select u.mail, u.lang, u.mail as label from users u
      where u.id in (p.owner_user_id, p.target_user_id) and u.id is distinct from g.owner_user_id
      union all
      select null, null, d.serial_printed from devices d
      where d.id in (p.owner_device_id, p.target_device_id) and d.id is distinct from g.owner_device_id
      union all
      select null, null, p.asked_printed where p.unmatched
    ) member
    where g.id = ${groupId}
    order by p.id`.execute(context.db);
  return rows;
}
