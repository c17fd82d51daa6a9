import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { RecordingId, RecordingLinkId } from '#protocol/ids.ts';
import { createLinkTokens, type LinkTokens } from '#server/auth/link-tokens.ts';
import { hashOpaqueToken, isOpaqueToken } from '#server/auth/opaque-token.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** Of one recording, those that have ended included. */
const MAX_LINKS = 20;

export type RecordingLinkTokens = LinkTokens<RecordingLinkId>;

export const createRecordingLinkTokens = (secret: string): RecordingLinkTokens =>
  createLinkTokens<RecordingLinkId>(secret, 'recording link');

export interface RecordingLink {
  readonly id: RecordingLinkId;
  /** Null: it was made with another secret, works, and cannot be shown. */
  readonly token: string | null;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
  readonly endsAt: Date;
  /** When it was opened last. */
  readonly openedAt: Date | null;
}

/** The caller has locked the recording. Throws `too-many-share-links`. */
export async function makeLink(
  trx: Trx,
  tokens: RecordingLinkTokens,
  recordingId: RecordingId,
  { endsAt, passwordHash }: { readonly endsAt: Date; readonly passwordHash: string | null },
): Promise<RecordingLink> {
  const { links } = await trx
    .selectFrom('recording_links')
    .where('recording_id', '=', recordingId)
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .executeTakeFirstOrThrow();
  if (Number(links) >= MAX_LINKS) throw new AppError('too-many-share-links');
  const { id } = await trx.selectNoFrom(sql<RecordingLinkId>`uuidv7()`.as('id')).executeTakeFirstOrThrow();
  const token = tokens.of(id);
  const { created_at: createdAt } = await trx
    .insertInto('recording_links')
    .values({
      id,
      recording_id: recordingId,
      token_hash: hashOpaqueToken(token),
      password_hash: passwordHash,
      ends_at: endsAt,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return { id, token, hasPassword: passwordHash !== null, createdAt, endsAt, openedAt: null };
}

/** The newest first. */
export async function linksOf(
  db: Db,
  tokens: RecordingLinkTokens,
  recordingId: RecordingId,
): Promise<readonly RecordingLink[]> {
  const rows = await db
    .selectFrom('recording_links')
    .where('recording_id', '=', recordingId)
    .selectAll()
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, token_hash, password_hash, created_at, ends_at, opened_at }) => ({
    id,
    token: tokens.shown(id, token_hash),
    hasPassword: password_hash !== null,
    createdAt: created_at,
    endsAt: ends_at,
    openedAt: opened_at,
  }));
}

/** From then on it opens nothing, for those who watch by it either. Returns when it was made. Throws `not-found`. */
export async function deleteLink(trx: Trx, recordingId: RecordingId, id: RecordingLinkId): Promise<Date> {
  const link = await trx
    .deleteFrom('recording_links')
    .where('id', '=', id)
    .where('recording_id', '=', recordingId)
    .returning('created_at')
    .executeTakeFirst();
  if (!link) throw new AppError('not-found');
  return link.created_at;
}

export interface OpenedLink {
  readonly id: RecordingLinkId;
  readonly recordingId: RecordingId;
  readonly passwordHash: string | null;
  readonly endsAt: Date;
}

/** Throws `not-found` where there is no such link, or it has ended: neither says more than the other. */
export async function findLink(db: Db, token: string): Promise<OpenedLink> {
  if (!isOpaqueToken(token)) throw new AppError('not-found');
  const link = await db
    .selectFrom('recording_links')
    .where('token_hash', '=', hashOpaqueToken(token))
    .where('ends_at', '>', sql<Date>`now()`)
    .select(['id', 'recording_id', 'password_hash', 'ends_at'])
    .executeTakeFirst();
  if (!link) throw new AppError('not-found');
  const { id, recording_id, password_hash, ends_at } = link;
  return { id, recordingId: recording_id, passwordHash: password_hash, endsAt: ends_at };
}

export const noteOpened = async (db: Db, id: RecordingLinkId): Promise<void> => {
  await db.updateTable('recording_links').set({ opened_at: sql<Date>`now()` }).where('id', '=', id).execute();
};

/** When a link was made that is there and has not ended; null: there is none. */
export async function openSince(db: Db, id: string, recordingId: RecordingId): Promise<Date | null> {
  const link = await db
    .selectFrom('recording_links')
    .where('id', '=', id as RecordingLinkId)
    .where('recording_id', '=', recordingId)
    .where('ends_at', '>', sql<Date>`now()`)
    .select('created_at')
    .executeTakeFirst();
  return link?.created_at ?? null;
}
