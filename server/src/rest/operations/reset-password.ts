import type { AuditAction } from '#protocol/audit-actions.ts';
import type { UserId } from '#protocol/ids.ts';
import type { operations } from '#protocol/rest/api.ts';
import type { BodyOf } from '#protocol/rest/define-operation.ts';
import type { ResetAudience } from '#server/auth/password-changes.ts';
import { invalidField } from '#server/errors.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { findPartyCustomer } from '#server/rest/parties.ts';

type ResetBody = BodyOf<(typeof operations)['users.reset']>;

/** Without a token: asks for the mail. With one: sets the password. */
export async function reset(context: ChangeContext, audience: ResetAudience, body: ResetBody): Promise<void> {
  const { accounts } = context.deps.auth;
  const { email, target, token, plainPassword } = body;
  const { address } = context;
  if (token === undefined) {
    if (email === undefined) throw invalidField('email', 'mail-required');
    if (plainPassword !== undefined) throw invalidField('token', 'required');
    const knownBrowser = context.browser.knownFor(email);
    await accounts.requestReset(context, { audience, mail: email, address, knownBrowser });
    return;
  }
  if (plainPassword === undefined) throw invalidField('plainPassword', 'password-required');
  if (email === undefined && target === undefined) throw invalidField('email', 'mail-required');
  const account = await accounts.resetPassword(context, {
    audience,
    token,
    password: plainPassword,
    mail: email,
    target,
    address,
  });
  if (audience === 'admin') await context.audit('reset-password', 'admins', account.id, null);
  else await auditUser(context, 'reset-password', account.id);
  // Anyone who fails at the account elsewhere must not keep out who has just shown that its mail is theirs.
  context.browser.remember(account.mail, account.fingerprint);
}

/** What happens to users stands in the audit trail of their customer, no matter who does it. */
export async function auditUser(context: ChangeContext, action: AuditAction, id: string): Promise<void> {
  const customerId = await findPartyCustomer(context.db, { kind: 'user', id: id as UserId });
  await context.audit(action, 'users', id, customerId ?? null);
}
