import { type Expression, sql } from 'kysely';

/**
 * A name as people sort it: in any case and width, kana and kanji in the order of Japanese, all else as in every other language. By code point
 * all capital letters came first. Indexes have the same expression (migrations/0052-names-in-order.ts); the collation comes with PostgreSQL.
 */
export const inNameOrder = (name: Expression<unknown>): Expression<unknown> =>
  sql`${name} collate "ja-x-icu"`;
