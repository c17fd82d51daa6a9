import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { invalidField } from '#server/errors.ts';
import { accessTable } from '#server/rest/access-table.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { findItem, foundOr, lockItem } from '#server/rest/find-item.ts';
import {
  assertNotAbove,
  customersOfManager,
  lockUser,
  publishRole,
  raiseCustomers,
  takeCustomers,
} from '#server/rest/managers.ts';
import { type Operation, openChange } from '#server/rest/operation.ts';
import { customersResource } from '#server/rest/resources/customers.ts';
import { usersResource } from '#server/rest/resources/users.ts';
import { isUuid } from '#server/uuid.ts';

export const customerManagerOperations: readonly Operation[] = [
  openChange('customers.addManager', async (context, { customer_id = '' }, reach) => {
    const seen = await findItem(customersResource, context, customer_id, reach);
    return async ({ body }) => {
      const find = () =>
        foundOr(
          invalidField('user', 'reference-unknown'),
          findItem(usersResource, context, idOfIri(body.user), accessTable['users.read'][context.who]),
        );
      await lockUser(context.db, (await find()).id);
      const user = await find();
      const customer = await lockItem(customersResource, context, seen.id, reach);
      await assertNotAbove(context, user.id);
      if (!user.is_manager) throw invalidField('user', 'not-a-manager');
      if (user.state !== 'VERIFIED') throw invalidField('user', 'user-unverified');
      const { numInsertedOrUpdatedRows = 0n } = await context.db
        .insertInto('customer_managers')
        .values({ customer_id: customer.id, user_id: user.id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return { id: customer.id };
      await context.deps.auth.mailChanges.endAskedByOthers(context, user.id);
      await raiseCustomers(context.db, [customer.id]);
      await publishRole(context, user.id);
      await context.audit('add-manager', 'customers', customer.id, customer.id, {
        changes: [{ field: 'managers', before: null, after: iri('users', user.id), refers: true }],
      });
      return { id: customer.id };
    };
  }),
  openChange(
    'customers.removeManager',
    async (context, { customer_id = '', user_id: userId = '' }, reach) => {
      const seen = await findItem(customersResource, context, customer_id, reach);
      if (isUuid(userId)) await lockUser(context.db, userId);
      const customer = await lockItem(customersResource, context, seen.id, reach);
      return async () => {
        if (!isUuid(userId)) throw new AppError('not-found');
        await removeManager(context, customer.id, userId as UserId);
      };
    },
  ),
];

/** The role goes with the last customer. */
async function removeManager(context: ChangeContext, customerId: CustomerId, userId: UserId): Promise<void> {
  const before = await customersOfManager(context.db, userId);
  if (!before.includes(customerId)) throw new AppError('not-found');
  await takeCustomers(context, userId, [customerId]);
  if (before.length === 1) {
    await context.db
      .updateTable('users')
      .set(({ eb }) => ({ is_manager: false, revision: eb('revision', '+', 1) }))
      .where('id', '=', userId)
      .execute();
  }
  await publishRole(context, userId);
}
