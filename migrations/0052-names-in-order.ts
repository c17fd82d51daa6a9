import type { Kysely } from 'kysely';

/** Lists are sorted by names as people sort them (server/src/db/name-order.ts). The indexes by code point stay for older servers. */
export async function up(_db: Kysely<unknown>): Promise<void> {}

/** The same expressions as in server/src/db/name-order.ts. */
export const indexes = {
  users_nickname_in_order: 'on users (nickname collate "ja-x-icu", id)',
  pairs_name_in_order: 'on pairs (name collate "ja-x-icu", id)',
};
