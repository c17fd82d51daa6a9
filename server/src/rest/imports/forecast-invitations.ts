import { AppError } from '#protocol/app-error.ts';
import type { Iri } from '#protocol/rest/field.ts';
import type { TaskRecord } from '#server/db/task-tables.ts';
import { type Pace, readPace, waitsTooLong } from '#server/mail/mail-pace.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { chooseCustomer } from '#server/rest/customer-choice.ts';
import { causeOf } from '#server/rest/mail-addresses.ts';

/** When the invitations of an import of users that has been checked would go out, if it ran now. Throws `conflict` for others. */
export async function forecastInvitations(context: RequestContext, task: TaskRecord) {
  const { resource, action, state } = task;
  if (resource !== 'users' || action !== 'import' || state !== 'checked')
    throw new AppError('conflict', { message: 'The task is no import of users that has been checked' });
  const count = await usersToAdd(context, task);
  const pace = await readPace(
    context.db,
    { customerId: await chooseCustomer(context, customerOf(task)), cause: causeOf(context.principal) },
    context.deps.mailPace,
    'all',
  );
  const accepted = acceptedOf(pace, count, new Date());
  return {
    total: count,
    refused: count - accepted,
    atOnce: Math.min(pace.free, accepted),
    aDay: pace.quota,
    last: accepted === 0 ? null : pace.turn(accepted).toISOString(),
  };
}

const isCustomer = (value: unknown): value is Iri<'customers'> => typeof value === 'string';

/** Of all users of the import; it was accepted when the task began. */
const customerOf = ({ body }: TaskRecord): Iri<'customers'> | undefined =>
  isCustomer(body?.customer) ? body.customer : undefined;

async function usersToAdd({ db }: RequestContext, { id }: TaskRecord): Promise<number> {
  const { count } = await db
    .selectFrom('task_rows')
    .where('task_id', '=', id)
    .where('outcome', '=', 'add')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of so many mails, those for which there is a turn: the later a mail's place, the later its turn. */
export function acceptedOf(pace: Pick<Pace, 'turn'>, count: number, now: Date): number {
  let [accepted, refused] = [0, count + 1];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (waitsTooLong(pace.turn(middle), now)) refused = middle;
    else accepted = middle;
  }
  return accepted;
}
