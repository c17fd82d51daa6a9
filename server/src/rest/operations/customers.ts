import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { recordingUse } from '#server/db/recording-use.ts';
import { change, itemOperation, type Operation, operation } from '#server/rest/operation.ts';
import { customerIdOf } from '#server/rest/parties.ts';
import { customersResource } from '#server/rest/resources/customers.ts';

export const customerOperations: readonly Operation[] = [
  itemOperation('customers.recordingUse', customersResource, ({ db }, customer) =>
    recordingUse(db, customer.id),
  ),
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
