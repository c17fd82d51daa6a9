import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { type RunningDatabase, startEphemeralDatabase } from './embedded-database.ts';

/** As `startEphemeralDatabase`, with the tables of the product. Nothing is connected to it. */
export async function startMigratedDatabase(): Promise<RunningDatabase> {
  const database = await startEphemeralDatabase();
  const db = openDatabase({ url: database.url });
  try {
    await migrate(db, database.url);
  } catch (error) {
    await database.stop();
    throw error;
  } finally {
    await db.destroy();
  }
  return database;
}
