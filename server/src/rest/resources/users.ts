import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { users as definition } from '#protocol/rest/resources/user.ts';
import { hashPassword, verifyPassword } from '#server/auth/password.ts';
import type { Db } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { ChangeContext, RequestContext } from '#server/rest/context.ts';
import { chooseCustomer, movedCustomer } from '#server/rest/customer-choice.ts';
import {
  assertUnclaimed,
  isOtherMail,
  pendingMailOf,
  requestMail,
  sendVerification,
} from '#server/rest/mail-addresses.ts';
import { assertNotAbove, publishRole, takeCustomers } from '#server/rest/managers.ts';
import { customerIs, findPartyCustomer, isManagedBy, managedIds, userIdOf } from '#server/rest/parties.ts';
import { deleteParty } from '#server/rest/party-events.ts';
import { anyOf, containsByIndex, isOneOf, none, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { totalOfTable } from '#server/rest/table-totals.ts';

const id = sql.ref<string>('users.id');

const rows = (db: Db) =>
  rowSource(
    db
      .selectFrom('users')
      .select([
        'users.id',
        'users.revision',
        'users.mail',
        'users.nickname',
        'users.state',
        'users.is_manager',
        'users.lang',
        'users.customer_id',
        'users.created_at',
        'users.terms_agreed_at',
        pendingMailOf(id).as('pending_mail'),
        sql<
          CustomerId[]
        >`array(select customer_id from customer_managers where user_id = users.id order by 1)`.as('manages'),
      ]),
    id,
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
    customer: customerIs(sql.ref('users.customer_id')),
    verified: (values) => isOneOf(sql.ref('users.state'), values),
    type: (values) =>
      anyOf(...values.map((type) => sql<boolean>`users.is_manager = ${type === 'MANAGER'}`), none),
  },
  orders: {
    registered: id,
    email: sql.ref('users.mail_key'),
    nickname: sql.ref('users.nickname'),
    verified: sql.ref('users.state'),
  },
  search: containsByIndex([sql.ref('users.mail'), sql.ref('users.nickname')], sql.ref('users.search')),
  cheapTotal: ({ db }, reach, filters) => totalOfTable(db, 'users', reach, filters),
  constraints: { users_mail_key: { propertyPath: 'email', code: 'mail-taken' } },

  show: (row, { principal }) => ({
    id: row.id,
    email: row.mail,
    pendingEmail: row.pending_mail,
    nickname: row.nickname,
    name: row.nickname || row.mail,
    verified: row.state,
    isManager: row.is_manager,
    type: row.is_manager ? ('MANAGER' as const) : ('USER' as const),
    lang: row.lang,
    customer: iri('customers', row.customer_id),
    manages: visibleManages(row, principal).map((each) => iri('customers', each)),
    termsAgreedAt: row.terms_agreed_at?.toISOString() ?? null,
    registered: row.created_at.toISOString(),
  }),

  async create(context, body) {
    const { nickname = '', lang = context.lang, isManager = false } = body;
    if (context.principal === null) {
      const made = await context.deps.auth.accounts.signUp(context, {
        mail: body.email,
        password: body.plainPassword,
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
        password_hash: await hashPassword(body.plainPassword),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.db.insertInto('settings').values({ user_id: made.id }).execute();
    await sendVerification(context, 'user', made.id);
    await context.audit('create', 'users', made.id, customerId);
    return { id: made.id };
  },

  async update(context, row, body) {
    await assertNotAbove(context, row.id);
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
    if (mailChanges) {
      await requestMail(context, {
        kind: 'user',
        id: row.id,
        mail: body.email,
        byOwner: isOwn(context, row),
      });
    }
    if (body.plainPassword !== undefined) {
      await context.deps.auth.accounts.changePassword(context, 'user', row.id, body.plainPassword);
    }
    if (customerId !== row.customer_id)
      context.publish({ type: 'party-moved', party: `user:${row.id}`, customerId });
    await context.audit('update', 'users', row.id, customerId);
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

const isOwn = ({ principal }: RequestContext, row: UserRow): boolean =>
  principal !== null && userIdOf(principal) === row.id;

/**
 * A browser left open must not be enough to take an account over: who changes the own password or mail address gives the
 * present password. A manager resets another's password by mail, and never sets it.
 */
async function guardSecrets(
  context: ChangeContext,
  row: UserRow,
  change: {
    readonly mailChanges: boolean;
    readonly plainPassword?: string;
    readonly currentPassword?: string;
  },
): Promise<void> {
  const { mailChanges, plainPassword, currentPassword } = change;
  if ((plainPassword === undefined && !mailChanges) || context.who === 'admin') return;
  if (!isOwn(context, row)) {
    if (plainPassword === undefined) return;
    throw new AppError('forbidden', { message: 'Send the user a password reset mail instead' });
  }
  await checkPassword(context, row, currentPassword);
}

const presentPassword = (sent: unknown): string | undefined => {
  const given =
    typeof sent === 'object' && sent !== null && 'currentPassword' in sent && sent.currentPassword;
  return typeof given === 'string' ? given : undefined;
};

async function checkPassword(
  context: ChangeContext,
  row: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw invalidField('currentPassword', 'password-required');
  const attempt = await context.deps.auth.limits.attempt('password-check', {
    address: context.address,
    account: row.id,
  });
  const stored = await context.db
    .selectFrom('users')
    .where('id', '=', row.id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(currentPassword, stored.password_hash))) {
    throw invalidField('currentPassword', 'password-wrong');
  }
  await attempt.forgive();
}

/** The user that a path or query means, within the asker's reach. */
export async function findUserByMail(context: RequestContext, mail: string): Promise<UserId | undefined> {
  const row = await context.db
    .selectFrom('users')
    .where('mail_key', '=', mail.toLowerCase())
    .select('id')
    .executeTakeFirst();
  return row?.id;
}
