import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Does work within a transaction. If it throws, what it has written is undone, and nothing else of the transaction. */
export async function inSavepoint<Result>(trx: Trx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint work`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint work`.execute(trx);
    throw error;
  }
}
