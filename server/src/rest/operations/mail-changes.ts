import { AppError } from '#protocol/app-error.ts';
import type { AuditAction } from '#protocol/audit-actions.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { VerifiedKind } from '#server/auth/account-rows.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { resendLink } from '#server/rest/mail-addresses.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import { change, itemChange, type Operation } from '#server/rest/operation.ts';
import { findPartyCustomer } from '#server/rest/parties.ts';
import { adminsResource } from '#server/rest/resources/admins.ts';
import { customersResource } from '#server/rest/resources/customers.ts';
import { usersResource } from '#server/rest/resources/users.ts';

async function withdraw(context: ChangeContext, kind: VerifiedKind, id: string): Promise<void> {
  if (!(await context.deps.auth.mailChanges.withdraw(context, kind, id))) throw new AppError('not-found');
  await auditAccount(context, 'withdraw-mail', kind, id);
}

/** It stands in the audit trail of the customer concerned, no matter who does it. */
async function auditAccount(
  context: ChangeContext,
  action: AuditAction,
  kind: VerifiedKind,
  id: string,
): Promise<void> {
  const customerId = {
    user: async () => (await findPartyCustomer(context.db, { kind: 'user', id: id as UserId })) ?? null,
    admin: async () => null,
    customer: async () => id as CustomerId,
  }[kind];
  await context.audit(action, `${kind}s`, id, await customerId());
}

export const mailChangeOperations: readonly Operation[] = [
  itemChange('users.resendLink', usersResource, async (context, user) => {
    await assertNotAbove(context, user.id);
    await resendLink(context, 'user', user.id);
  }),
  itemChange('users.withdrawMail', usersResource, async (context, user) => {
    await assertNotAbove(context, user.id);
    await withdraw(context, 'user', user.id);
  }),
  itemChange('admins.resendLink', adminsResource, (context, admin) => resendLink(context, 'admin', admin.id)),
  itemChange('admins.withdrawMail', adminsResource, (context, admin) => withdraw(context, 'admin', admin.id)),
  itemChange('customers.resendLink', customersResource, (context, customer) =>
    resendLink(context, 'customer', customer.id),
  ),
  itemChange('customers.withdrawMail', customersResource, (context, customer) =>
    withdraw(context, 'customer', customer.id),
  ),
  change('mailChanges.undo', async (context, { body }) => {
    const { address } = context;
    const { kind, id } = await context.deps.auth.mailChanges.undo(context, { ...body, address });
    await auditAccount(context, 'undo-mail', kind, id);
  }),
];
