import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { UserId } from '#protocol/ids.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { TERMS_CHANGED_AT } from '#protocol/terms.ts';
import { findItem } from '#server/rest/find-item.ts';
import { causeOf, resendLink } from '#server/rest/mail-addresses.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import { change, itemChange, itemOperation, type Operation, operation } from '#server/rest/operation.ts';
import { customerIdOf, managedIds, requireUser, userIdOf } from '#server/rest/parties.ts';
import { membersInForce } from '#server/rest/resources/services.ts';
import { findUserByMail, usersResource } from '#server/rest/resources/users.ts';
import type { Condition } from '#server/rest/row-source.ts';
import { auditUser, reset } from './reset-password.ts';

const ownedBy = ({ id }: { readonly id: UserId }, table: 'pairs' | 'groups'): Condition =>
  sql<boolean>`${sql.ref(`${table}.owner_user_id`)} = ${id}`;

export const userOperations: readonly Operation[] = [
  operation('users.current', async ({ principal }, { own }) => {
    const id = requireUser(principal && userIdOf(principal));
    const customers: readonly string[] = principal
      ? [customerIdOf(principal) ?? '', ...managedIds(principal)]
      : [];
    // Under that customer the asker is no one.
    if (own.customer !== undefined && !customers.includes(idOfIri(own.customer)))
      throw new AppError('not-found');
    return { id };
  }),
  change('users.agreeToTerms', async (context) => {
    const id = requireUser(context.principal && userIdOf(context.principal));
    // Not a change of what others may edit: the revision, and with it a manager's open form, stays good.
    const { numUpdatedRows } = await context.db
      .updateTable('users')
      .set({ terms_agreed_at: new Date() })
      .where('id', '=', id)
      .where(sql<boolean>`(terms_agreed_at is null or terms_agreed_at < ${TERMS_CHANGED_AT}::timestamptz)`)
      .executeTakeFirst();
    // Who agreed to these terms before changes nothing (X3).
    if (numUpdatedRows > 0n)
      await context.audit('agree-to-terms', 'users', id, customerIdOf(context.principal));
    return { id };
  }),
  operation('users.byEmail', async (context, { own, reach }) => {
    if (own.email === undefined) {
      throw new AppError('invalid-query-parameter', { message: 'Missing query parameter: email' });
    }
    // An id that no one has: the same queries whether or not there is the account.
    const id = (await findUserByMail(context, own.email)) ?? '00000000-0000-0000-0000-000000000000';
    const user = await findItem(usersResource, context, id, reach);
    if (own.customer !== undefined && user.customer_id !== idOfIri(own.customer))
      throw new AppError('not-found');
    return { id: user.id };
  }),
  change('users.verify', async (context, { body }) => {
    await context.deps.auth.accounts.verify(context, { kind: 'user', ...body, address: context.address });
    await auditUser(context, 'verify', body.target);
    return { id: body.target };
  }),
  change('users.resendVerification', async (context, { body }) => {
    const { address, lang } = context;
    const knownBrowser = context.browser.knownFor(body.email);
    const request = { kind: 'user', mail: body.email, lang, address, knownBrowser } as const;
    await context.deps.auth.accounts.requestVerification(context, request);
  }),
  itemChange('users.resend', usersResource, async (context, user) => {
    await assertNotAbove(context, user.id);
    await resendLink(context, 'user', user.id, 'managed-mail');
    await context.audit('resend', 'users', user.id, user.customer_id);
  }),
  itemChange('users.sendReset', usersResource, async (context, { id, customer_id }) => {
    const { address, principal } = context;
    await assertNotAbove(context, id);
    await context.deps.auth.accounts.sendReset(context, { id, address, causedBy: causeOf(principal) });
    await context.audit('send-reset', 'users', id, customer_id);
  }),
  change('users.reset', (context, { body }) => reset(context, 'user', body)),
  change('users.resetManager', (context, { body }) => reset(context, 'manager', body)),
  itemOperation('users.pairs', usersResource, async (_context, user) => ({
    where: [ownedBy(user, 'pairs')],
  })),
  itemOperation('users.groups', usersResource, async (_context, user) => ({
    where: [ownedBy(user, 'groups')],
  })),
  itemOperation('users.services', usersResource, async (context, { id, customer_id }, { list }) => {
    const { owner, customer, 'owner.customer': ofOwner } = list.filters;
    const narrowed =
      (owner !== undefined && !owner.map(idOfIri).includes(id)) ||
      [customer, ofOwner].some((values) => values && !values.map(idOfIri).includes(customer_id));
    if (narrowed) return { members: [], total: 0 };
    return await membersInForce(context.db, customer_id, list);
  }),
];
