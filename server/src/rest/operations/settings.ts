import { AppError } from '#protocol/app-error.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { requireUser, userIdOf } from '#server/rest/parties.ts';

export const settingOperations: readonly OperationHandler[] = [
  {
    name: 'settings.current',
    transaction: false,
    async handle(context) {
      const userId = requireUser(context.principal && userIdOf(context.principal));
      const row = await context.db
        .selectFrom('settings')
        .where('user_id', '=', userId)
        .select('id')
        .executeTakeFirst();
      if (!row) throw new AppError('not-found');
      return row;
    },
  },
];
