import { AppError } from '#protocol/app-error.ts';
import type { AuditAction } from '#protocol/audit-actions.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { beginningOf } from '#protocol/text.ts';
import { writeLog } from '#server/audit-log.ts';
import type { Account } from '#server/auth/refresh-tokens.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { RequestContext } from './context.ts';

/** Who asks, from where, by which request. */
export const originOfChange = ({ principal, address, requestId }: RequestContext) => ({
  actor: {
    kind: principal?.kind ?? 'nobody',
    id: principal && principal.kind !== 'guest' ? principal.id : null,
  },
  address,
  requestId,
});

const PATHS = { user: 'users', manager: 'users', admin: 'admins', device: 'devices' } as const;

type Named = {
  readonly kind: 'user' | 'admin' | 'device';
  readonly id: string;
  readonly customerId: CustomerId | null;
};

/**
 * Signs someone in and writes down how it ended. What anyone can repeat is written down when its count in the time over
 * which attempts are counted is 1, 10, 100 …: the trail cannot be flooded.
 */
export async function audited<Result extends { readonly account: Account }>(
  context: RequestContext,
  account: string,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const { db, deps, address } = context;
  const write = async (
    action: AuditAction,
    named: Named | undefined,
    actor: { kind: string; id: string | null },
  ) => {
    // Of a network that is locked out each name is as good as any other.
    const counted = action === 'locked-out' ? '' : account;
    const attempts = await deps.auth.tally(action, counted, address);
    if (!isPowerOfTen(attempts)) return;
    await writeLog(db, {
      ...originOfChange(context),
      actor,
      action,
      resource: PATHS[named?.kind ?? 'user'],
      resourceId: named?.id ?? null,
      customerId: named?.customerId ?? null,
      details: { account: beginningOf(account, MAX_NAME_LENGTH), attempts },
    });
  };
  try {
    const result = await signIn();
    await write('sign-in', result.account, { kind: result.account.kind, id: result.account.id });
    return result;
  } catch (error) {
    const action = error instanceof AppError ? FAILURES[error.code] : undefined;
    if (action) await write(action, await findNamed(db, account), { kind: 'nobody', id: null });
    throw error;
  }
}

const MAX_NAME_LENGTH = 254;

const FAILURES: Readonly<Partial<Record<AppError['code'], AuditAction>>> = {
  'wrong-credentials': 'sign-in-failed',
  'too-many-requests': 'locked-out',
};

const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count));

/** Who is meant by the name that was tried; the same queries whether or not there is anyone. */
async function findNamed(db: Db, account: string): Promise<Named | undefined> {
  const key = account.toLowerCase();
  const [user, device, admin] = await Promise.all([
    db.selectFrom('users').where('mail_key', '=', key).select(['id', 'customer_id']).executeTakeFirst(),
    db.selectFrom('devices').where('serial', '=', account).select(['id', 'customer_id']).executeTakeFirst(),
    db.selectFrom('admins').where('mail_key', '=', key).select('id').executeTakeFirst(),
  ]);
  if (user) return { kind: 'user', id: user.id, customerId: user.customer_id };
  if (device) return { kind: 'device', id: device.id, customerId: device.customer_id };
  return admin && { kind: 'admin', id: admin.id, customerId: null };
}

export async function auditSignOut(context: RequestContext, principal: Principal): Promise<void> {
  if (principal.kind === 'guest') return;
  await writeLog(context.db, {
    ...originOfChange(context),
    action: 'sign-out',
    resource: PATHS[principal.kind],
    resourceId: principal.id,
    customerId: principal.kind === 'admin' ? null : principal.customerId,
  });
}
