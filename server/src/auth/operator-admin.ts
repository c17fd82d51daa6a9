import { AppError } from '#protocol/app-error.ts';
import type { AdminId } from '#protocol/ids.ts';
import { writeLog } from '#server/audit-log.ts';
import type { Trx } from '#server/db/database.ts';
import type { Links } from '#server/links.ts';
import { isClaimed } from './mail-change-rows.ts';
import { issueOneTimeToken } from './one-time-token.ts';
import { hashOfNoPassword } from './password.ts';

/**
 * For the operator of the installation, who needs no account: a link that sets the password of the administrator with that
 * address, once and within the life of reset links. Makes a verified administrator where there is none. Throws `address-taken`
 * while the address may still go back to another administrator, who has changed it.
 */
export async function linkForAdmin(
  trx: Trx,
  links: Links,
  mail: string,
): Promise<{ readonly made: boolean; readonly link: string }> {
  // Locks the address: of two at once one makes the administrator and the other finds it.
  const claimed = await isClaimed(trx, 'admin', mail);
  const found = await trx
    .selectFrom('admins')
    .where('mail_key', '=', mail.toLowerCase())
    .select('id')
    .executeTakeFirst();
  if (!found && claimed) throw new AppError('address-taken');
  const id = found?.id ?? (await insertAdmin(trx, mail));
  await writeLog(trx, {
    actor: { kind: 'operator', id: null },
    action: found ? 'make-reset-link' : 'create',
    resource: 'admins',
    resourceId: id,
    customerId: null,
    address: null,
    requestId: null,
  });
  const token = await issueOneTimeToken(trx, 'reset-admin', id);
  return { made: !found, link: links.resetPassword('admin', token, id) };
}

async function insertAdmin(trx: Trx, mail: string): Promise<AdminId> {
  const { id } = await trx
    .insertInto('admins')
    // The link sets the first one.
    .values({ mail, password_hash: hashOfNoPassword(), state: 'VERIFIED' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
