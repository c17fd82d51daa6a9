import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { change, type Operation, operation } from '#server/rest/operation.ts';
import { customerIdOf } from '#server/rest/parties.ts';

export const customerOperations: readonly Operation[] = [
  operation('customers.current', async ({ principal }) => {
    const id = customerIdOf(principal);
    if (id === null) throw new AppError('forbidden');
    return { id };
  }),
  change('customers.verify', async (context, { body }) => {
    await context.deps.auth.accounts.verify(context, {
      kind: 'customer',
      ...body,
      address: context.address,
    });
    await context.audit('verify', 'customers', body.target, body.target as CustomerId);
  }),
];
