import { AppError } from '#protocol/app-error.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { reset } from './reset-password.ts';

export const adminOperations: readonly OperationHandler[] = [
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
