import { AppError } from '#protocol/app-error.ts';
import { change, type Operation, operation } from '#server/rest/operation.ts';
import { reset } from './reset-password.ts';

export const adminOperations: readonly Operation[] = [
  operation('admins.current', async ({ principal }) => {
    if (principal?.kind !== 'admin') throw new AppError('forbidden');
    return { id: principal.id };
  }),
  change('admins.verify', async (context, { body }) => {
    await context.deps.auth.accounts.verify(context, { kind: 'admin', ...body, address: context.address });
    await context.audit('verify', 'admins', body.target, null);
  }),
  change('admins.resendVerification', async (context, { body }) => {
    const { address, lang } = context;
    const request = { kind: 'admin', mail: body.email, lang, address } as const;
    await context.deps.auth.accounts.requestVerification(context, request);
  }),
  change('admins.reset', (context, { body }) => reset(context, 'admin', body)),
];
