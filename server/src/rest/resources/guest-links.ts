import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { DeviceId, GroupId, GuestLinkId, UserId } from '#protocol/ids.ts';
import { DEFAULT_LINK_GUESTS } from '#protocol/limits.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { guestLinks as definition } from '#protocol/rest/resources/guest-link.ts';
import { type GuestPrincipal, issueGuestLink, revokeGuestLinks } from '#server/auth/guest-link.ts';
import type { Db } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import type { InvitationContent, Inviter, Language } from '#server/mail/mail-content.ts';
import type { ChangeContext, RequestContext } from '#server/rest/context.ts';
import {
  isParty,
  ownedRows,
  partyIri,
  partyName,
  partyOf,
  partyOfColumns,
  readableCustomerIs,
  shownUserName,
  userIdOf,
} from '#server/rest/parties.ts';
import { anyOf, type Condition, isOneOf, none, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('guest_links.id');
const owned = ownedRows('guest_links', 'owner_user_id', 'owner_device_id');

const state = sql<'ACTIVE' | 'EXPIRED' | 'REVOKED'>`case
  when guest_links.revoked_at is not null then 'REVOKED'
  when guest_links.ends_at <= now() then 'EXPIRED'
  else 'ACTIVE' end`;
/** Each in a form that an index finds (migrations/0007-ends-and-searches.ts). */
const isInState: Readonly<Record<string, Condition>> = {
  ACTIVE: sql<boolean>`(guest_links.revoked_at is null and guest_links.ends_at > now())`,
  EXPIRED: sql<boolean>`(guest_links.revoked_at is null and guest_links.ends_at <= now())`,
  REVOKED: sql<boolean>`guest_links.revoked_at is not null`,
};
const isOfKind: Readonly<Record<string, Condition>> = {
  direct: sql<boolean>`guest_links.group_id is null`,
  group: sql<boolean>`guest_links.group_id is not null`,
};

const kind = sql<'group' | 'direct'>`case when guest_links.group_id is null then 'direct' else 'group' end`;

const rows = (db: Db) =>
  rowSource(
    db
      .selectFrom('guest_links')
      .leftJoin('groups as g', 'g.id', 'guest_links.group_id')
      .leftJoin('users as u', 'u.id', 'guest_links.pair_owner_user_id')
      .select([
        'guest_links.id',
        'guest_links.revision',
        'guest_links.token_hash',
        'guest_links.group_id',
        'guest_links.owner_user_id',
        'guest_links.owner_device_id',
        'guest_links.customer_id',
        'guest_links.mail',
        'guest_links.max_guests',
        'guest_links.created_at',
        'g.starts_at',
        sql<string>`coalesce(g.name, ${shownUserName('u')})`.as('name'),
        'guest_links.ends_at',
        state.as('state'),
        kind.as('kind'),
      ]),
    id,
  );

export const guestLinksResource = serverResource({
  definition,
  table: 'guest_links',
  rows,
  id,
  reaches: owned.reaches,
  filters: {
    group: (values) => isOneOf(sql.ref('guest_links.group_id'), values.map(idOfIri)),
    customer: readableCustomerIs(sql.ref('guest_links.customer_id')),
    kind: (values) => anyOf(...values.map((value) => isOfKind[value] ?? none)),
    state: (values) => anyOf(...values.map((value) => isInState[value] ?? none)),
  },
  orders: { created: id },

  show: (row, context) => ({
    id: row.id,
    kind: row.kind,
    group: row.group_id && iri('groups', row.group_id),
    owner: partyIri(partyOfColumns(row.owner_user_id, row.owner_device_id)),
    name: row.name,
    mail: row.mail,
    maxGuests: row.max_guests,
    state: row.state,
    start: row.starts_at?.toISOString() ?? null,
    end: row.ends_at.toISOString(),
    created: row.created_at.toISOString(),
    ...shownUrl(context, row),
  }),

  async create(context, { group = null, mail = null, lang, maxGuests }) {
    const { links } = context.deps;
    const reach = await reachOf(context, group);
    // Before anything is made: anyone who sends mails to strangers is slowed down.
    if (mail !== null) {
      await context.deps.auth.limits.attempt('mail', { address: context.address, account: mail });
    }
    const link = await issueGuestLink(context.db, context.deps.auth.guestTokens, reach, mail, maxGuests);
    const url = links.guest(link.token);
    if (mail !== null) await mailLink(context, { linkId: link.id, mail, lang, url });
    const { customer_id } = await context.db
      .selectFrom('guest_links')
      .where('id', '=', link.id)
      .select('customer_id')
      .executeTakeFirstOrThrow();
    await context.audit('create', 'guest_links', link.id, customer_id);
    return { id: link.id };
  },

  async update(context, row, { maxGuests = DEFAULT_LINK_GUESTS }) {
    await context.db
      .updateTable('guest_links')
      .set(({ eb }) => ({ max_guests: maxGuests, revision: eb('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    await context.audit('update', 'guest_links', row.id, row.customer_id);
  },

  async delete(context, row) {
    if (row.state === 'REVOKED') return;
    // With those that this one has replaced: the guest may be in the call by one of them.
    await revokeGuestLinks(
      context,
      anyOf(
        sql<boolean>`id = ${row.id}`,
        sql<boolean>`(revoked_at is not null and group_id = ${row.group_id} and lower(mail) = lower(${row.mail}))`,
      ),
    );
    await context.audit('revoke', 'guest_links', row.id, row.customer_id);
  },
});

interface ShownLink {
  readonly owner_user_id: UserId | null;
  readonly owner_device_id: DeviceId | null;
  readonly id: GuestLinkId;
  readonly token_hash: Buffer;
  readonly state: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
}

/** The address of a link that works, for its owner alone: who else manages the link does not need to enter by it. */
function shownUrl(
  { principal, deps: { auth, links } }: RequestContext,
  { id, token_hash, state, owner_user_id, owner_device_id }: ShownLink,
): { readonly url?: string } {
  const asker = partyOf(principal);
  const owner = partyOfColumns(owner_user_id, owner_device_id);
  if (state !== 'ACTIVE' || asker?.kind !== owner.kind || asker.id !== owner.id) return {};
  const token = auth.guestTokens.shown(id, token_hash);
  return token === null ? {} : { url: links.guest(token) };
}

/** A group of the asker's own, or the asker: no one gives a link to someone else. */
async function reachOf(
  context: ChangeContext,
  group: `/api/v1/groups/${string}` | null,
): Promise<GuestPrincipal['reach']> {
  const asker = partyOf(context.principal);
  if (asker === null || context.principal === null) throw new AppError('forbidden');
  if (group === null) {
    const userId = userIdOf(context.principal);
    // A device is called by who approved it, not by strangers.
    if (userId === null) throw invalidField('group', 'required');
    return { kind: 'direct', userId };
  }
  const own = await context.db
    .selectFrom('groups')
    .where('id', '=', idOfIri(group) as GroupId)
    .where(isParty(asker, sql.ref('owner_user_id'), sql.ref('owner_device_id')))
    .select(['id', 'ends_at'])
    .forShare()
    .executeTakeFirst();
  if (!own)
    throw invalidField('group', (await exists(context, group)) ? 'group-foreign' : 'reference-unknown');
  if (own.ends_at && own.ends_at.getTime() <= Date.now()) throw new AppError('group-not-open');
  return { kind: 'group', groupId: own.id };
}

/** The asker could read it: it may have been deleted since. */
const exists = async ({ db }: ChangeContext, group: `/api/v1/groups/${string}`): Promise<boolean> => {
  const row = await db
    .selectFrom('groups')
    .where('id', '=', idOfIri(group) as GroupId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
};

async function mailLink(
  context: ChangeContext,
  { linkId, mail, lang, url }: { linkId: string; mail: string; lang: Language | undefined; url: string },
): Promise<void> {
  const link = await context.db
    .selectFrom('guest_links')
    .leftJoin('groups as g', 'g.id', 'guest_links.group_id')
    .leftJoin('users as u', 'u.id', 'guest_links.owner_user_id')
    .leftJoin('devices as d', 'd.id', 'guest_links.owner_device_id')
    .innerJoin('customers', 'customers.id', 'guest_links.customer_id')
    .where(sql<boolean>`${id} = ${linkId}`)
    .select([
      sql<UserId | DeviceId>`coalesce(guest_links.owner_user_id, guest_links.owner_device_id)`.as('sender'),
      'guest_links.group_id',
      'g.name as group',
      'g.starts_at',
      'g.ends_at',
      'guest_links.ends_at as end',
      'customers.time_zone',
      'u.lang as owner_lang',
      'u.nickname',
      'u.mail as owner_mail',
      partyName('u', 'd').as('owner'),
    ])
    .executeTakeFirstOrThrow();
  const inviter: Inviter =
    link.owner_mail === null
      ? { kind: 'device', name: link.owner }
      : { kind: 'user', nickname: link.nickname ?? '', mail: link.owner_mail };
  const common = { inviter, timeZone: link.time_zone, link: url };
  const content: InvitationContent =
    link.group === null
      ? { kind: 'direct-invitation', ...common, ends: link.end }
      : {
          kind: 'group-invitation',
          ...common,
          group: link.group,
          guest: { linkEnds: link.end },
          starts: link.starts_at,
          ends: link.ends_at,
        };
  await context.deps.queueMail(context.db, {
    to: mail,
    sender: link.sender,
    about: link.group_id === null ? `user:${link.sender}` : `group:${link.group_id}`,
    lang: lang ?? link.owner_lang ?? context.lang,
    content,
  });
}
