import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { admins as definition } from '#protocol/rest/resources/admin.ts';
import { hashPassword } from '#server/auth/password.ts';
import type { Db } from '#server/db/database.ts';
import { forgetAdmin } from '#server/forget-person.ts';
import {
  assertUnclaimed,
  isOtherMail,
  pendingMailOf,
  requestMail,
  sendVerification,
} from '#server/rest/mail-addresses.ts';
import { none, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('admins.id');

export const adminsResource = serverResource({
  definition,
  table: 'admins',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('admins')
        .select(['id', 'revision', 'mail', 'state', 'created_at', pendingMailOf(id).as('pending_mail')]),
      id,
    ),
  id,
  reaches: {
    own: (principal) => (principal.kind === 'admin' ? sql<boolean>`${id} = ${principal.id}` : none),
  },
  filters: {},
  orders: { registered: id, email: sql.ref('admins.mail_key') },
  search: [sql.ref('admins.mail')],
  constraints: { admins_mail_key: { propertyPath: 'email', code: 'mail-taken' } },

  show: (row) => ({
    id: row.id,
    email: row.mail,
    pendingEmail: row.pending_mail,
    name: row.mail,
    verified: row.state,
    registered: row.created_at.toISOString(),
  }),

  async create(context, body) {
    await assertUnclaimed(context, 'admin', body.email);
    const made = await context.db
      .insertInto('admins')
      .values({ mail: body.email, password_hash: await hashPassword(body.plainPassword) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sendVerification(context, 'admin', made.id);
    await context.audit('create', 'admins', made.id, null);
    return made;
  },

  async update(context, row, body) {
    const mailChanges = isOtherMail(body.email, row.mail);
    const isOwn = context.principal?.kind === 'admin' && context.principal.id === row.id;
    await context.db
      .updateTable('admins')
      .set(({ eb }) => ({
        mail: mailChanges ? row.mail : body.email,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    // First: a new password ends the change of the address that waits.
    if (body.plainPassword !== undefined) {
      const { accounts } = context.deps.auth;
      const fingerprint = await accounts.changePassword(context, 'admin', row.id, body.plainPassword);
      // Every sign-in has ended: failures elsewhere must not keep the owner from the next.
      if (isOwn) context.browser.remember(row.mail, fingerprint);
    }
    if (mailChanges) {
      await requestMail(context, { kind: 'admin', id: row.id, mail: body.email, byOwner: isOwn });
    }
    await context.audit('update', 'admins', row.id, null);
  },

  async delete(context, row) {
    // Locked in the order of ids, so that two admins who delete each other do not leave no one.
    const verified = await context.db
      .selectFrom('admins')
      .where('state', '=', 'VERIFIED')
      .orderBy('id')
      .select('id')
      .forUpdate()
      .execute();
    if (verified.every((admin) => admin.id === row.id)) throw new AppError('last-admin');
    await context.deps.auth.accounts.endSignIns(context, 'admin', row.id);
    await forgetAdmin(context.db, row.id);
    await context.db.deleteFrom('admins').where('id', '=', row.id).execute();
    await context.audit('delete', 'admins', row.id, null);
  },
});
