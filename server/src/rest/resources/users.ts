import { sql } from 'kysely';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { users as definition } from '#protocol/rest/resources/user.ts';
import { hashOfNoPassword, hashPassword } from '#server/auth/password.ts';
import type { Db } from '#server/db/database.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { violation } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { chooseCustomer, movedCustomer } from '#server/rest/customer-choice.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import {
  assertUnclaimed,
  causeOf,
  isOtherMail,
  pendingMailOf,
  requestMail,
  sendVerification,
} from '#server/rest/mail-addresses.ts';
import { assertNotAbove, publishRole, takeCustomers } from '#server/rest/managers.ts';
import { checkPassword, guardSecrets, isOwn, presentPassword } from '#server/rest/own-password.ts';
import {
  customerIs,
  findPartyCustomer,
  idIs,
  isManagedBy,
  managedIds,
  readableCustomer,
  userIdOf,
} from '#server/rest/parties.ts';
import { deleteParty } from '#server/rest/party-events.ts';
import { anyOf, containsByIndex, isOneOf, none, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { totalOfTable } from '#server/rest/table-totals.ts';

const id = sql.ref<string>('users.id');

const rows = (db: Db) =>
  rowSource(
    db
      .selectFrom('users')
      .leftJoin('customers', 'customers.id', 'users.customer_id')
      .select([
        'customers.name as customer_name',
        'users.id',
        'users.revision',
        'users.mail',
        'users.nickname',
        'users.state',
        'users.is_manager',
        'users.lang',
        'users.customer_id',
        'users.created_at',
        'users.updated_at',
        'users.terms_agreed_at',
        'users.invited_at',
        pendingMailOf(id).as('pending_mail'),
        sql<
          CustomerId[]
        >`array(select customer_id from customer_managers where user_id = users.id order by 1)`.as('manages'),
      ]),
    id,
    db.selectFrom('users'),
  );

type UserRow = Awaited<ReturnType<ReturnType<typeof rows>['page']>>[number];

/** A manager does not learn which other customers a colleague manages. */
const visibleManages = (row: UserRow, principal: Principal | null): readonly CustomerId[] => {
  if (principal?.kind === 'admin' || (principal && userIdOf(principal) === row.id)) return row.manages;
  return principal ? row.manages.filter((each) => managedIds(principal).includes(each)) : [];
};

export const usersResource = serverResource({
  definition,
  table: 'users',
  rows,
  id,
  reaches: {
    own: (principal) => sql<boolean>`${id} = ${userIdOf(principal)}`,
    managed: isManagedBy(sql.ref('users.customer_id')),
  },
  filters: {
    id: idIs(id),
    customer: customerIs(sql.ref('users.customer_id')),
    verified: (values) => isOneOf(sql.ref('users.state'), values),
    type: (values) =>
      anyOf(...values.map((type) => sql<boolean>`users.is_manager = ${type === 'MANAGER'}`), none),
    ...dateFilters('registered', sql.ref('users.created_at')),
    ...dateFilters('updated', sql.ref('users.updated_at')),
  },
  orders: {
    registered: id,
    email: sql.ref('users.mail_key'),
    nickname: inNameOrder(sql.ref('users.nickname')),
    verified: sql.ref('users.state'),
    updated: sql.ref('users.updated_at'),
  },
  search: containsByIndex([sql.ref('users.mail'), sql.ref('users.nickname')], searchIndexes.users),
  cheapTotal: ({ db }, reach, filters) => totalOfTable(db, 'users', reach, filters),
  constraints: { users_mail_key: { propertyPath: 'email', code: 'mail-taken' } },

  show: (row, { principal }) => ({
    id: row.id,
    email: row.mail,
    pendingEmail: row.pending_mail,
    nickname: row.nickname,
    name: row.nickname || row.mail,
    verified: row.state,
    state: row.state === 'UNVERIFIED' && row.invited_at !== null ? ('INVITED' as const) : row.state,
    isManager: row.is_manager,
    type: row.is_manager ? ('MANAGER' as const) : ('USER' as const),
    lang: row.lang,
    customer: iri('customers', row.customer_id),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
    manages: visibleManages(row, principal).map((each) => iri('customers', each)),
    invitedAt: row.invited_at?.toISOString() ?? null,
    termsAgreedAt: row.terms_agreed_at?.toISOString() ?? null,
    registered: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  }),

  missing: ({ who }, { plainPassword }) =>
    who === 'nobody' && plainPassword === undefined ? [violation('plainPassword', 'password-required')] : [],

  async create(context, body) {
    const { nickname = '', lang = context.lang, isManager = false, plainPassword } = body;
    if (context.principal === null) {
      const made = await context.deps.auth.accounts.signUp(context, {
        mail: body.email,
        password: plainPassword ?? '',
        nickname,
        lang,
        address: context.address,
      });
      const customerId = await findPartyCustomer(context.db, { kind: 'user', id: made });
      await context.audit('create', 'users', made, customerId ?? null);
      return { id: made };
    }
    const customerId = await chooseCustomer(context, body.customer);
    await assertUnclaimed(context, 'user', body.email);
    const made = await context.db
      .insertInto('users')
      .values({
        mail: body.email,
        nickname,
        lang,
        is_manager: isManager,
        customer_id: customerId,
        ...(plainPassword === undefined
          ? { password_hash: hashOfNoPassword(), invited_at: new Date() }
          : { password_hash: await hashPassword(plainPassword) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.db.insertInto('settings').values({ user_id: made.id }).execute();
    if (plainPassword === undefined) {
      const { invitations } = context.deps.auth.accounts;
      await invitations.sendIfWaiting(context.db, made.id, causeOf(context.principal), context.taskId);
    } else await sendVerification(context, 'user', made.id);
    await context.audit('create', 'users', made.id, customerId);
    return { id: made.id };
  },

  assertChangeable: (context, row) => assertNotAbove(context, row.id),

  ownActions: { 'change-role': 'isManager' },

  async update(context, row, body) {
    const mailChanges = isOtherMail(body.email, row.mail);
    await guardSecrets(context, row, { mailChanges, ...body });
    const customerId = await movedCustomer(context, row.customer_id, body.customer);
    const isManager = body.isManager ?? false;
    await context.db
      .updateTable('users')
      .set(({ eb }) => ({
        mail: mailChanges ? row.mail : body.email,
        nickname: body.nickname ?? '',
        lang: body.lang ?? 'ja',
        is_manager: isManager,
        customer_id: customerId,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    if (!isManager) await takeCustomers(context, row.id, row.manages);
    if (isManager !== row.is_manager) await publishRole(context, row.id);
    if (isManager !== row.is_manager || customerId !== row.customer_id) {
      await context.deps.auth.mailChanges.endAskedByOthers(context, row.id);
    }
    // First: a new password ends the change of the address that waits.
    if (body.plainPassword !== undefined) {
      const { accounts } = context.deps.auth;
      const fingerprint = await accounts.changePassword(context, 'user', row.id, body.plainPassword);
      // Every sign-in has ended: failures elsewhere must not keep the owner from the next.
      if (isOwn(context, row)) context.browser.remember(row.mail, fingerprint);
    }
    if (mailChanges) {
      await requestMail(context, {
        kind: 'user',
        id: row.id,
        mail: body.email,
        byOwner: isOwn(context, row),
      });
    }
    if (customerId !== row.customer_id)
      context.publish({ type: 'party-moved', party: `user:${row.id}`, customerId });
    await context.audit('update', 'users', row.id, customerId);
    // Whose managers see the user leave.
    if (customerId !== row.customer_id) await context.audit('update', 'users', row.id, row.customer_id);
    if (mailChanges) await context.audit('change-mail', 'users', row.id, customerId);
    if (isManager !== row.is_manager) await context.audit('change-role', 'users', row.id, customerId);
    if (body.plainPassword !== undefined) {
      await context.audit('change-password', 'users', row.id, customerId, {});
    }
  },

  async delete(context, row, sent) {
    await assertNotAbove(context, row.id);
    await takeCustomers(context, row.id, row.manages);
    if (isOwn(context, row)) await checkPassword(context, row, presentPassword(sent));
    await deleteParty(context, { kind: 'user', id: row.id }, row.customer_id);
  },
});

/** The user that a path or query means, within the asker's reach. */
export async function findUserByMail(context: RequestContext, mail: string): Promise<UserId | undefined> {
  const row = await context.db
    .selectFrom('users')
    .where('mail_key', '=', mail.toLowerCase())
    .select('id')
    .executeTakeFirst();
  return row?.id;
}
