import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { FieldChange, LogDetails } from '#server/db/log-details.ts';

export interface LogEntry {
  readonly actor: { readonly kind: string; readonly id: string | null };
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string | null;
  /** Whose managers read it; null: admins alone. */
  readonly customerId: CustomerId | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details?: LogDetails | undefined;
}

/** Appends to the audit trail, within the caller's transaction if there is one. */
export async function writeLog(db: Db, entry: LogEntry): Promise<void> {
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
      details: entry.details ? JSON.stringify(entry.details) : null,
    })
    .execute();
}

/** Longer values are cut: the trail says what changed, and is no place to store things. */
const MAX_VALUE_LENGTH = 200;

/** The fields of which the values differ. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): readonly FieldChange[] {
  return fields
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter(({ field, before: one, after: other }) => field in after && one !== other);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
