import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db, Trx } from './database.ts';

const GB = 1_000_000_000;

export interface RecordingUse {
  /** Of all recordings of the customer and the films of them that are ready. Those that are being made are not counted yet. */
  readonly bytes: number;
  /** Null: no limit. */
  readonly quotaBytes: number | null;
}

export async function recordingUse(db: Db | Trx, customerId: CustomerId): Promise<RecordingUse> {
  const { rows } = await sql<{ bytes: string; quota_gb: number | null }>`
    select recording_quota_gb as quota_gb,
      (select coalesce(sum(bytes), 0) from recordings where customer_id = customers.id)
      + (select coalesce(sum(f.bytes), 0) from recording_films f join recordings r on r.id = f.recording_id
         where r.customer_id = customers.id) as bytes
    from customers where id = ${customerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('not-found');
  return { bytes: Number(row.bytes), quotaBytes: row.quota_gb === null ? null : row.quota_gb * GB };
}

/** Whether another recording may begin. */
export async function hasRoom(db: Db | Trx, customerId: CustomerId): Promise<boolean> {
  const { bytes, quotaBytes } = await recordingUse(db, customerId);
  return quotaBytes === null || bytes < quotaBytes;
}

/** Throws `recording-quota` where the recordings of the customer take all the room that it has: something has to be deleted first. */
export async function requireRoom(db: Db | Trx, customerId: CustomerId): Promise<void> {
  if (!(await hasRoom(db, customerId))) throw new AppError('recording-quota');
}
