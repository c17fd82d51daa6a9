import { AppError } from '#protocol/app-error.ts';
import { type Operation, operation } from '#server/rest/operation.ts';
import { requireUser, userIdOf } from '#server/rest/parties.ts';

export const settingOperations: readonly Operation[] = [
  operation('settings.current', async (context) => {
    const userId = requireUser(context.principal && userIdOf(context.principal));
    const row = await context.db
      .selectFrom('settings')
      .where('user_id', '=', userId)
      .select('id')
      .executeTakeFirst();
    if (!row) throw new AppError('not-found');
    return row;
  }),
];
