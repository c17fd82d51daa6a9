import type { AuditAction } from '#protocol/audit-actions.ts';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { type ChangedValue, changesAsText } from './audit-changes.ts';
import { nameOf } from './audit-names.ts';
import type { Db } from './db/database.ts';
import type { LogDetails } from './db/log-details.ts';

export interface LogActor {
  readonly kind: string;
  readonly id: string | null;
  /** Of one who is named without an id, to a customer that does not manage it. */
  readonly name?: string | null;
}

export interface NotedDetails extends Omit<LogDetails, 'changes'> {
  readonly changes?: readonly ChangedValue[];
}

export interface LogEntry {
  readonly actor: LogActor;
  readonly action: AuditAction;
  readonly resource: string;
  readonly resourceId: string | null;
  /** Whose managers read it; null: admins alone. */
  readonly customerId: CustomerId | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** `objectName` is looked up unless it is given: of an object that is deleted it has to be. */
  readonly details?: NotedDetails | undefined;
}

/** Appends to the audit trail, within the caller's transaction if there is one. */
export async function writeLog(db: Db, entry: LogEntry): Promise<void> {
  const { changes = [], ...others } = entry.details ?? {};
  const objectName =
    others.objectName ??
    (entry.resourceId === null ? undefined : await nameOf(db, entry.resource, entry.resourceId));
  const details: LogDetails = {
    ...others,
    ...(await namedActor(db, entry.actor)),
    ...(objectName === undefined ? {} : { objectName }),
    ...(changes.length === 0 ? {} : { changes: await changesAsText(db, changes, entry.customerId) }),
  };
  await db
    .insertInto('logs')
    .values({
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      action: entry.action,
      resource: entry.resource,
      resource_id: entry.resourceId,
      customer_id: entry.customerId,
      address: entry.address,
      request_id: entry.requestId,
      details: Object.keys(details).length === 0 ? null : JSON.stringify(details),
    })
    .execute();
}

/** Who did it, as called now, and the customer whose managers may read that. */
async function namedActor(
  db: Db,
  { kind, id, name }: LogActor,
): Promise<Pick<LogDetails, 'actorName' | 'actorCustomerId'>> {
  if (id === null) return name ? { actorName: name } : {};
  if (kind === 'admin') {
    const mail = await nameOf(db, 'admins', id);
    return mail === undefined ? {} : { actorName: mail };
  }
  const table = kind === 'device' ? 'devices' : 'users';
  const actorName = await nameOf(db, table, id);
  if (actorName === undefined) return {};
  const row =
    table === 'users'
      ? await db
          .selectFrom('users')
          .where('id', '=', id as UserId)
          .select('customer_id')
          .executeTakeFirst()
      : await db
          .selectFrom('devices')
          .where('id', '=', id as DeviceId)
          .select('customer_id')
          .executeTakeFirst();
  return row ? { actorName, actorCustomerId: row.customer_id } : { actorName };
}
