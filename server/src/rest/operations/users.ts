import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import type { Reach } from '#server/rest/access-table.ts';
import type { RequestContext } from '#server/rest/context.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { findItem } from '#server/rest/find-item.ts';
import {
  customerIdOf,
  isParty,
  managedIds,
  type PartyRef,
  requireUser,
  userIdOf,
} from '#server/rest/parties.ts';
import { membersInForce } from '#server/rest/resources/services.ts';
import { findUserByMail, usersResource } from '#server/rest/resources/users.ts';
import type { Condition } from '#server/rest/row-source.ts';
import { auditUser, reset } from './reset-password.ts';

const ownedBy = (party: PartyRef, table: 'pairs' | 'groups'): Condition =>
  isParty(party, sql.ref(`${table}.owner_user_id`), sql.ref(`${table}.owner_device_id`));

const userOf = async (
  context: RequestContext,
  id: string,
  reach: Reach | undefined,
): Promise<PartyRef & { readonly customerId: CustomerId }> => {
  const user = await findItem(usersResource, context, id, reach);
  return { kind: 'user', id: user.id, customerId: user.customer_id };
};

export const userOperations: readonly OperationHandler[] = [
  {
    name: 'users.current',
    transaction: false,
    async handle({ principal }, { own }) {
      const id = requireUser(principal && userIdOf(principal));
      const customers: readonly string[] = principal
        ? [customerIdOf(principal) ?? '', ...managedIds(principal)]
        : [];
      // Under that customer the asker is no one.
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
      // An id that no one has: the same queries whether or not there is the account.
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
    name: 'users.pairs',
    transaction: false,
    async open(context, { id = '' }, reach) {
      const user = await userOf(context, id, reach);
      return async () => ({ where: [ownedBy(user, 'pairs')] });
    },
  },
  {
    name: 'users.groups',
    transaction: false,
    async open(context, { id = '' }, reach) {
      const user = await userOf(context, id, reach);
      return async () => ({ where: [ownedBy(user, 'groups')] });
    },
  },
  {
    name: 'users.services',
    transaction: false,
    async open(context, params, reach) {
      const { id, customerId } = await userOf(context, params.id ?? '', reach);
      return async ({ list }) => {
        const { owner, customer, 'owner.customer': ofOwner } = list.filters;
        const narrowed =
          (owner !== undefined && !owner.map(idOfIri).includes(id)) ||
          [customer, ofOwner].some((values) => values && !values.map(idOfIri).includes(customerId));
        if (narrowed) return { members: [], total: 0 };
        return await membersInForce(context.db, customerId, list);
      };
    },
  },
];
