import { type Kysely, sql } from 'kysely';

/**
 * What migration 0064 keeps, for the pairs of before. It reads all pairs, in a transaction of its own that locks only those between two
 * customers, which are few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
update pairs set user_customer_id = users.customer_id from users
where users.id = pairs.target_user_id and users.customer_id <> pairs.customer_id and pairs.user_customer_id is null
`.execute(db);
}
