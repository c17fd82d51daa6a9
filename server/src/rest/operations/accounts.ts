import { AppError } from '#protocol/app-error.ts';
import type { UserId } from '#protocol/ids.ts';
import type { operations } from '#protocol/rest/api.ts';
import type { BodyOf } from '#protocol/rest/define-operation.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import type { ResetAudience } from '#server/auth/accounts.ts';
import { invalidField } from '#server/errors.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { findItem } from '#server/rest/find-item.ts';
import { customerIdOf, findPartyCustomer, managedIds, userIdOf } from '#server/rest/parties.ts';
import { findUserByMail, usersResource } from '#server/rest/resources/users.ts';

type ResetBody = BodyOf<(typeof operations)['users.reset']>;

/** Without a token: asks for the mail. With one: sets the password. */
async function reset(context: ChangeContext, audience: ResetAudience, body: ResetBody): Promise<void> {
  const { accounts } = context.deps.auth;
  const { email, target, token, plainPassword } = body;
  const { address } = context;
  if (token === undefined) {
    if (email === undefined) throw invalidField('email', 'mail-required');
    if (plainPassword !== undefined) throw invalidField('token', 'required');
    const knownBrowser = context.browser.knownFor(email);
    await accounts.requestReset(context, { audience, mail: email, address, knownBrowser });
    return;
  }
  if (plainPassword === undefined) throw invalidField('plainPassword', 'password-required');
  if (email === undefined && target === undefined) throw invalidField('email', 'mail-required');
  const account = await accounts.resetPassword(context, {
    audience,
    token,
    password: plainPassword,
    mail: email,
    target,
    address,
  });
  if (audience === 'admin') await context.audit('reset-password', 'admins', account.id, null);
  else await auditUser(context, 'reset-password', account.id);
  // Whoever fails at the account elsewhere must not keep out who has just shown that its mail is theirs.
  context.browser.remember(account.mail);
}

/** What happens to users stands in the audit trail of their customer, whoever does it. */
async function auditUser(context: ChangeContext, action: string, id: string): Promise<void> {
  const customerId = await findPartyCustomer(context.db, { kind: 'user', id: id as UserId });
  await context.audit(action, 'users', id, customerId ?? null);
}

export const accountOperations: readonly OperationHandler[] = [
  {
    name: 'users.current',
    transaction: false,
    async handle({ principal }, { own }) {
      const id = requireUser(principal && userIdOf(principal));
      const customers: readonly string[] = principal
        ? [customerIdOf(principal) ?? '', ...managedIds(principal)]
        : [];
      // Under that customer the asker is nobody.
      if (own.customer !== undefined && !customers.includes(idOfIri(own.customer)))
        throw new AppError('not-found');
      return { id };
    },
  },
  {
    name: 'users.agreeToTerms',
    transaction: true,
    async handle(context) {
      const id = requireUser(context.principal && userIdOf(context.principal));
      // Not a change of what others may edit: the revision, and with it a manager's open form, stays good.
      await context.db
        .updateTable('users')
        .set({ terms_agreed_at: new Date() })
        .where('id', '=', id)
        .execute();
      await context.audit('agree-to-terms', 'users', id, customerIdOf(context.principal));
      return { id };
    },
  },
  {
    name: 'users.byEmail',
    transaction: false,
    async handle(context, { own, reach }) {
      if (own.email === undefined) {
        throw new AppError('invalid-query-parameter', { message: 'Missing query parameter: email' });
      }
      // An id that nobody has: the same queries whether or not there is the account.
      const id = (await findUserByMail(context, own.email)) ?? '00000000-0000-0000-0000-000000000000';
      const user = await findItem(usersResource, context, id, reach);
      if (own.customer !== undefined && user.customer_id !== idOfIri(own.customer))
        throw new AppError('not-found');
      return { id: user.id };
    },
  },
  {
    name: 'users.verify',
    transaction: true,
    async handle(context, { body }) {
      await context.deps.auth.accounts.verify(context, { kind: 'user', ...body, address: context.address });
      await auditUser(context, 'verify', body.target);
      return { id: body.target };
    },
  },
  {
    name: 'users.resendVerification',
    transaction: true,
    async handle(context, { body }) {
      const { address, lang } = context;
      const knownBrowser = context.browser.knownFor(body.email);
      const request = { kind: 'user', mail: body.email, lang, address, knownBrowser } as const;
      await context.deps.auth.accounts.requestVerification(context, request);
    },
  },
  {
    name: 'users.reset',
    transaction: true,
    handle: (context, { body }) => reset(context, 'user', body),
  },
  {
    name: 'users.resetManager',
    transaction: true,
    handle: (context, { body }) => reset(context, 'manager', body),
  },
  {
    name: 'admins.current',
    transaction: false,
    async handle({ principal }) {
      if (principal?.kind !== 'admin') throw new AppError('forbidden');
      return { id: principal.id };
    },
  },
  {
    name: 'admins.verify',
    transaction: true,
    async handle(context, { body }) {
      await context.deps.auth.accounts.verify(context, { kind: 'admin', ...body, address: context.address });
      await context.audit('verify', 'admins', body.target, null);
    },
  },
  {
    name: 'admins.resendVerification',
    transaction: true,
    async handle(context, { body }) {
      const { address, lang } = context;
      const request = { kind: 'admin', mail: body.email, lang, address } as const;
      await context.deps.auth.accounts.requestVerification(context, request);
    },
  },
  {
    name: 'admins.reset',
    transaction: true,
    handle: (context, { body }) => reset(context, 'admin', body),
  },
];

export function requireUser<Id>(id: Id | null): Id {
  if (id === null) throw new AppError('forbidden');
  return id;
}
