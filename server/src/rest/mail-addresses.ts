import { type RawBuilder, sql } from 'kysely';
import type { VerifiedKind } from '#server/auth/account-rows.ts';
import { isClaimed } from '#server/auth/mail-change-rows.ts';
import { invalidField } from '#server/errors.ts';
import type { Language, MailCause } from '#server/mail/mail-content.ts';
import type { Principal } from '#server/principal.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import { userIdOf } from './parties.ts';

/** In SQL, the address of a row of that table that waits for confirmation. */
export const pendingMailOf = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select new_mail from mail_changes
    where account_id = ${id} and confirmed_at is null and ended_at is null)`;

/** What a changed address of an update is: written as it is, or pending. */
export const isOtherMail = (mail: string | null, present: string | null): boolean =>
  mail?.toLowerCase() !== present?.toLowerCase();

/** Mails the link to the new address; the present one stays. */
export async function requestMail(
  context: ChangeContext,
  request: {
    readonly kind: VerifiedKind;
    readonly id: string;
    readonly mail: string | null;
    readonly byOwner: boolean;
  },
): Promise<void> {
  const { address, principal } = context;
  const lang = await languageOf(context);
  const causedBy = causeOf(principal);
  await context.deps.auth.mailChanges.request(context, { ...request, causedBy, lang, address });
}

/** Mails the link that verifies what has just been made. */
export async function sendVerification(
  context: ChangeContext,
  kind: VerifiedKind,
  id: string,
): Promise<void> {
  const lang = await languageOf(context);
  const causedBy = causeOf(context.principal);
  await context.deps.auth.accounts.sendVerification(context, { kind, id, lang, causedBy });
}

/** Mails the link for the address that waits for it, once more. `countedAs`: see auth/verification.ts. */
export async function resendLink(
  context: ChangeContext,
  kind: VerifiedKind,
  id: string,
  countedAs: 'mail' | 'managed-mail' = 'mail',
): Promise<void> {
  const { address } = context;
  const lang = await languageOf(context);
  const causedBy = causeOf(context.principal);
  await context.deps.auth.accounts.resendLink(context, {
    kind,
    id,
    lang,
    address,
    causedBy,
    countedAs,
    taskId: context.taskId,
  });
}

/** In whose daily limit the mail counts. */
export const causeOf = (principal: Principal | null): MailCause | null =>
  principal && (principal.kind === 'admin' ? principal.id : userIdOf(principal));

/** A new account must not have an address that its former account may take back. */
export async function assertUnclaimed(
  context: ChangeContext,
  kind: 'user' | 'admin',
  mail: string,
): Promise<void> {
  if (await isClaimed(context.db, kind, mail)) throw invalidField('email', 'mail-taken');
}

/** What the asker reads: a user has said so, an admin's browser says it. */
async function languageOf({ db, principal, lang }: RequestContext): Promise<Language> {
  const id = principal && userIdOf(principal);
  if (!id) return lang;
  const user = await db.selectFrom('users').where('id', '=', id).select('lang').executeTakeFirst();
  return user?.lang ?? lang;
}
