import { type RawBuilder, sql } from 'kysely';

const folded = (text: string): RawBuilder<unknown> => sql.raw(`search_vector_folded(${text})`);

/**
 * What the search indexes hold: the grams of all texts by which a row is found, in one width. Word for word as in
 * migrations/0050-search-in-one-width.ts, or PostgreSQL does not find the index.
 */
export const searchIndexes = {
  users: folded("users.mail || ' ' || users.nickname"),
  devices: folded("devices.serial || ' ' || devices.serial_printed || ' ' || devices.name"),
  groups: folded('groups.name'),
  pairs: folded('pairs.search_text'),
  notifications: folded(
    ['title_ja', 'title_en', 'contents_ja', 'contents_en']
      .map((name) => `notifications.${name}`)
      .join(" || ' ' || "),
  ),
  recordings: folded('recordings.name'),
  logs: folded(
    "coalesce(logs.details->>'objectName', '') || ' ' || coalesce(logs.details->>'actorName', '')",
  ),
};
