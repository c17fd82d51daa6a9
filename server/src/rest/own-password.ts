import { AppError } from '#protocol/app-error.ts';
import type { UserId } from '#protocol/ids.ts';
import { verifyPassword } from '#server/auth/password.ts';
import { invalidField } from '#server/errors.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import { userIdOf } from './parties.ts';

/** Whether the asker is that user. */
export const isOwn = ({ principal }: RequestContext, row: { readonly id: UserId }): boolean =>
  principal !== null && userIdOf(principal) === row.id;

/**
 * A browser left open must not be enough to take an account over: who changes the own password or mail address gives the
 * present password. A manager resets another's password by mail, and never sets it.
 */
export async function guardSecrets(
  context: ChangeContext,
  row: { readonly id: UserId },
  change: {
    readonly mailChanges: boolean;
    readonly plainPassword?: string;
    readonly currentPassword?: string;
  },
): Promise<void> {
  const { mailChanges, plainPassword, currentPassword } = change;
  if ((plainPassword === undefined && !mailChanges) || context.who === 'admin') return;
  if (!isOwn(context, row)) {
    if (plainPassword === undefined) return;
    throw new AppError('forbidden', { message: 'Send the user a password reset mail instead' });
  }
  await checkPassword(context, row, currentPassword);
}

/** As the body of a DELETE of the own account has it. */
export const presentPassword = (sent: unknown): string | undefined => {
  const given =
    typeof sent === 'object' && sent !== null && 'currentPassword' in sent && sent.currentPassword;
  return typeof given === 'string' ? given : undefined;
};

/** Throws a violation of `currentPassword`, `too-many-requests`. */
export async function checkPassword(
  context: ChangeContext,
  row: { readonly id: UserId },
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw invalidField('currentPassword', 'password-required');
  const attempt = await context.deps.auth.limits.attempt('password-check', {
    address: context.address,
    account: row.id,
  });
  const stored = await context.db
    .selectFrom('users')
    .where('id', '=', row.id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(currentPassword, stored.password_hash))) {
    throw invalidField('currentPassword', 'password-wrong');
  }
  await attempt.forgive();
}
