import { type Kysely, sql } from 'kysely';

/**
 * Finds texts whatever width and form their letters have (NFKC): ｶﾒﾗ by カメラ, composed letters by decomposed ones. Indexes over expressions,
 * in place of the columns of 0004-append-only-logs.ts: no table is written again, and an older server keeps its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- With its names resolved now: indexes are built and analyzed without a search path.
create function search_vector_folded(written text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(search_grams(normalize(written, NFKC), 1));
`.execute(db);
}

/** The same expressions as in server/src/db/search-index.ts. */
export const indexes = {
  users_search_folded:
    "on users using gin (search_vector_folded(mail || ' ' || nickname)) with (fastupdate = off)",
  devices_search_folded:
    "on devices using gin (search_vector_folded(serial || ' ' || serial_printed || ' ' || name)) with (fastupdate = off)",
  groups_search_folded: 'on groups using gin (search_vector_folded(name)) with (fastupdate = off)',
  pairs_search_folded: 'on pairs using gin (search_vector_folded(search_text)) with (fastupdate = off)',
  notifications_search_folded:
    "on notifications using gin (search_vector_folded(title_ja || ' ' || title_en || ' ' || contents_ja || ' ' || contents_en)) with (fastupdate = off)",
  recordings_search_folded: 'on recordings using gin (search_vector_folded(name)) with (fastupdate = off)',
  logs_search_folded:
    "on logs using gin (search_vector_folded(coalesce(details->>'objectName', '') || ' ' || coalesce(details->>'actorName', ''))) where details->>'objectName' is not null or details->>'actorName' is not null",
};
