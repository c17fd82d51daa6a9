import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { customerIdOf } from '#server/rest/parties.ts';

export const customerOperations: readonly OperationHandler[] = [
  {
    name: 'customers.current',
    transaction: false,
    async handle({ principal }) {
      const id = customerIdOf(principal);
      if (id === null) throw new AppError('forbidden');
      return { id };
    },
  },
  {
    name: 'customers.verify',
    transaction: true,
    async handle(context, { body }) {
      await context.deps.auth.accounts.verify(context, {
        kind: 'customer',
        ...body,
        address: context.address,
      });
      await context.audit('verify', 'customers', body.target, body.target as CustomerId);
    },
  },
];
