import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '#server/config.ts';
import { SESSION_ZONE } from '#server/db/database.ts';
import { findRunningDatabase, startDatabase } from './embedded-database.ts';
import { SetUpError } from './set-up-error.ts';

const folderOf = (config: Config): string => join(config.dataFolder, 'postgres');

/** Starts the embedded database for the duration of the work. */
async function withEmbedded(folder: string, work: (url: string) => Promise<void>): Promise<void> {
  const database = await startDatabase({ folder });
  try {
    await work(database.url);
  } finally {
    await database.stop();
  }
}

/** The database of this configuration: that of `DATABASE_URL`, or the one of `npm start`, whether it runs or not. */
export async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const folder = folderOf(config);
  const running = await findRunningDatabase(folder);
  if (running !== undefined) return work(running);
  await access(folder).catch(() => {
    throw new SetUpError(`There is no database in ${config.dataFolder}, and DATABASE_URL is not set.`);
  });
  await withEmbedded(folder, work);
}

/** A new database in the data folder, or that of `DATABASE_URL`. */
export async function withNewDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const folder = folderOf(config);
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) {
    throw new SetUpError(
      `${config.dataFolder} has a database already. Move it away, or name another folder in DATA_DIR.`,
    );
  }
  await withEmbedded(folder, work);
}

/** A connection that reads or writes whole tables: no limit but the operator's patience. */
export async function withConnection(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set time zone '${SESSION_ZONE}'`);
    await work(client);
  } finally {
    await client.end();
  }
}
